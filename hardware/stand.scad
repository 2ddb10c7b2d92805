// Camera stand: two square rods of wood or aluminium, three printed parts. Millimetres.
//   openscad -o foot.stl -D 'part="foot"' stand.scad      also: elbow, head, all (to look at)
// `vigie hardware` draws the dimensions from this same file and works out lens_height for your camera.

part = "all";

// -- change these
lens_height = 440;       // lens above the mat: see cameras.md for yours
mat_depth = 297;         // the side of the mat that points away from the players
mat_gap = 45;            // from the mat's edge to the column
rod = 20;                // square rods; 20 fits wood from any shop and aluminium profile
slack = 0.35;            // between rod and print
wall = 4;
grip = 45;               // how far a rod goes into the foot and the elbow
screw = 4.3;             // a wood screw of 4 mm into the rod (M4 with a nut for aluminium profile)
foot_width = 160;
foot_depth = 110;
foot_plate = 6;
foot_screw = 4.5;        // to screw the foot on a board
plate = 4;               // under the camera
plate_width = 38;
plate_depth = 40;
head_room = 16;          // above the plate, for the camera board and its cable
head_grip = 35;
camera_hole_x = 21;      // Camera Module 2, 3 and 3 Wide: four holes, 21 x 12.5 mm
camera_hole_y = 12.5;
camera_hole = 2.2;       // M2
lens_to_holes = 0;       // the lens lies between the pair of holes on the cable's side
lens_window = 15;
boss = 1.5;              // under each hole: the board's small parts need air
boss_width = 4.6;

// -- these follow
sleeve = rod + 2 * slack + 2 * wall;
arm_height = lens_height + plate + head_room + sleeve / 2;
column_length = arm_height - sleeve / 2 - foot_plate;
reach = mat_depth / 2 + mat_gap + sleeve / 2;
arm_length = reach + sleeve / 2 - plate_depth / 2;
// -- end of the numbers

$fn = 48;

module hollow(length, bolts) {
    // A square sleeve along z, with screws from the side to hold the rod.
    difference() {
        translate([-sleeve / 2, -sleeve / 2, 0]) cube([sleeve, sleeve, length]);
        translate([-rod / 2 - slack, -rod / 2 - slack, -1]) cube([rod + 2 * slack, rod + 2 * slack, length + 2]);
        for (z = bolts) translate([0, 0, z]) rotate([0, 90, 0]) cylinder(d = screw, h = sleeve * 2);
    }
}

module foot() {
    difference() {
        linear_extrude(foot_plate) offset(10) square([foot_width - 20, foot_depth - 20], center = true);
        for (x = [-1, 1], y = [-1, 1])
            translate([x * (foot_width / 2 - 14), y * (foot_depth / 2 - 14), -1]) {
                cylinder(d = foot_screw, h = foot_plate + 2);
                translate([0, 0, foot_plate - 1.5]) cylinder(d1 = foot_screw, d2 = foot_screw * 2, h = 2.6);
            }
    }
    translate([0, 0, foot_plate]) hollow(grip, [grip * 0.3, grip * 0.75]);
    for (turn = [0 : 90 : 270]) rotate(turn)
        translate([sleeve / 2 - 0.01, 2.5, foot_plate]) rotate([90, 0, 0]) linear_extrude(5)
            polygon([[0, 0], [turn % 180 == 0 ? 40 : 26, 0], [0, grip * 0.55]]);
}

module elbow() {
    // Over the column's end from below; the arm passes through on top of it.
    hollow(grip, [grip * 0.3, grip * 0.7]);
    translate([0, 0, grip]) {
        translate([0, -sleeve / 2, sleeve / 2]) rotate([-90, 0, 0]) hollow(sleeve + grip, [sleeve / 2, sleeve + grip * 0.6]);
        translate([-2.5, sleeve / 2 - 0.01, 0.01]) rotate([90, 0, 90]) linear_extrude(5)
            polygon([[0, 0], [grip * 0.9, 0], [0, -grip * 0.7]]);
    }
}

module camera_holes() {
    for (x = [-1, 1], y = [-lens_to_holes, camera_hole_y - lens_to_holes])
        translate([x * camera_hole_x / 2, y, 0]) children();
}

module head() {
    // The lens is the origin: the plate below the arm's end, the camera board on it, looking down, its cable
    // towards the column.
    difference() {
        union() {
            translate([-plate_width / 2, -plate_depth / 2, 0]) cube([plate_width, plate_depth, plate]);
            camera_holes() cylinder(d = boss_width, h = plate + boss);
        }
        translate([-lens_window / 2, -lens_window / 2, -1]) cube([lens_window, lens_window, plate + 2]);
        camera_holes() translate([0, 0, -1]) cylinder(d = camera_hole, h = plate + boss + 2);
    }
    for (x = [-1, 1])
        translate([x * (plate_width / 2 - wall / 2) - wall / 2, -plate_depth / 2 - head_grip, 0])
            cube([wall, plate_depth + head_grip, plate + head_room + 1]);
    translate([-plate_width / 2, -plate_depth / 2 - head_grip, plate + head_room])
        cube([plate_width, head_grip, wall]);
    translate([0, -plate_depth / 2 - head_grip, plate + head_room + sleeve / 2])
        rotate([-90, 0, 0]) hollow(head_grip, [head_grip / 2]);
}

module all() {
    // y = 0 is the lens; the column stands behind the mat.
    color("Khaki") translate([0, -reach, 0]) foot();
    color("BurlyWood") translate([-rod / 2, -reach - rod / 2, foot_plate]) cube([rod, rod, column_length]);
    color("Khaki") translate([0, -reach, foot_plate + column_length - grip]) elbow();
    color("BurlyWood") translate([-rod / 2, -reach - sleeve / 2, arm_height - rod / 2]) cube([rod, arm_length, rod]);
    color("Khaki") translate([0, 0, lens_height]) head();
    color("DarkSeaGreen") translate([-210, -mat_depth / 2, -1]) cube([420, mat_depth, 1]);
}

if (part == "foot") foot();
else if (part == "elbow") rotate([180, 0, 0]) elbow();
else if (part == "head") head();
else all();
echo(column_length = column_length, arm_length = arm_length, arm_height = arm_height, reach = reach);
