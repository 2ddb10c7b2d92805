// A box for one arcade button, or for the three of the console. Millimetres.
//   openscad -o box.stl -D 'part="box"' button_box.scad               one player's button
//   openscad -o console.stl -D 'part="box"' -D buttons=3 button_box.scad
// The floor is a lid of its own (part="lid"), held by four M3 screws.

part = "all";

// -- change these
buttons = 1;             // 1 for a player, 3 for the console
button_hole = 30;        // 24, 28 or 30: as the shop says
button_pitch = 46;       // from one button to the next
button_depth = 40;       // of the button below its rim, with plug and lamp
rim = 20;                // around the buttons
front_height = 46;       // towards the player
back_height = 61;
wall = 2.4;
corner = 8;
floor_height = 3;
cable_hole = 6.5;
lid_screw = 3.2;         // M3
lid_pilot = 2.6;

// -- these follow
box_width = (buttons - 1) * button_pitch + button_hole + 2 * rim;
box_depth = button_hole + 2 * rim;
middle_height = (front_height + back_height) / 2;
// -- end of the numbers

slope = atan((back_height - front_height) / box_depth);
assert(middle_height - wall - floor_height >= button_depth, "the button does not fit: raise front_height");
$fn = 64;

module body(inset) {
    // A block with round corners whose top leans towards the player (y = 0).
    intersection() {
        linear_extrude(back_height) offset(corner - inset)
            translate([corner, corner]) square([box_width - 2 * corner, box_depth - 2 * corner]);
        rotate([90, 0, 90]) linear_extrude(box_width)
            polygon([[0, -1], [box_depth, -1], [box_depth, back_height - inset], [0, front_height - inset]]);
    }
}

module posts() {
    // For the lid's screws: wider than the round corner, so that they grow out of the walls, and as high as the box,
    // so that they are printed without supports.
    for (x = [corner, box_width - corner], y = [corner, box_depth - corner])
        translate([x, y, floor_height]) difference() {
            cylinder(d = 2 * corner - 2, h = back_height);
            translate([0, 0, -1]) cylinder(d = lid_pilot, h = 16);
        }
}

module holes() {
    for (n = [0 : buttons - 1])
        translate([button_hole / 2 + rim + n * button_pitch, box_depth / 2, middle_height])
            rotate([slope, 0, 0]) cylinder(d = button_hole, h = 30, center = true);
}

module box() {
    difference() {
        union() {
            difference() {
                body(0);
                translate([0, 0, -0.01]) body(wall);
            }
            intersection() { posts(); body(wall / 2); }
        }
        holes();
        translate([box_width / 2, box_depth - corner, floor_height + 8]) rotate([-90, 0, 0]) cylinder(d = cable_hole, h = corner * 2);
    }
}

module lid() {
    difference() {
        linear_extrude(floor_height) offset(corner - wall - 0.3)
            translate([corner, corner]) square([box_width - 2 * corner, box_depth - 2 * corner]);
        for (x = [corner, box_width - corner], y = [corner, box_depth - corner])
            translate([x, y, -1]) {
                cylinder(d = lid_screw, h = floor_height + 2);
                cylinder(d1 = lid_screw * 2 + 2, d2 = lid_screw, h = 3);
            }
    }
}

if (part == "box") rotate([180 - slope, 0, 0]) translate([0, 0, -front_height]) box();  // its top on the printer's bed
else if (part == "lid") lid();
else {
    color("Khaki") box();
    color("BurlyWood") translate([0, -box_depth - 12, 0]) lid();
}
echo(box_width = box_width, box_depth = box_depth, middle_height = middle_height);
