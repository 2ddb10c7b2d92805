/* The virtual Pi's whole initramfs: loads the modules in /m in their order, mounts the root, and hands over. */
#include <dirent.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mount.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

static void die(const char *what)
{
    perror(what);
    sleep(5);
    exit(1);
}

int main(void)
{
    char line[4096] = "", *root = "/dev/vda2", *at;
    struct dirent **found;
    int count = scandir("/m", &found, NULL, alphasort);

    mount("dev", "/dev", "devtmpfs", 0, NULL);
    mount("proc", "/proc", "proc", 0, NULL);
    for (int i = 0; i < count; i++) {
        char path[300];
        if (found[i]->d_name[0] == '.')
            continue;
        snprintf(path, sizeof path, "/m/%s", found[i]->d_name);
        int file = open(path, O_RDONLY);
        if (file < 0 || syscall(SYS_finit_module, file, "", 0))
            perror(path);
        close(file);
    }
    int file = open("/proc/cmdline", O_RDONLY);
    if (file >= 0 && read(file, line, sizeof line - 1) > 0 && (at = strstr(line, "root=")))
        root = strtok(at + 5, " \n");
    close(file);
    for (int tries = 0; access(root, F_OK) && tries < 300; tries++)
        usleep(100000);
    if (mount(root, "/root", "ext4", MS_NOATIME, NULL))
        die(root);
    umount2("/proc", MNT_DETACH);
    if (mount("/dev", "/root/dev", NULL, MS_MOVE, NULL))
        die("/dev");
    if (chdir("/root") || mount(".", "/", NULL, MS_MOVE, NULL) || chroot(".") || chdir("/"))
        die("/root");
    execl("/sbin/init", "/sbin/init", NULL);
    die("/sbin/init");
}
