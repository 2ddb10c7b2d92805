"""A Raspberry Pi made of software, and what Vigie has to show on it: `python -m tests.virtual_pi --help`.

A Debian arm64 guest under QEMU that says it is a Pi 4, with the kernel's own subsystems in place of hardware: GPIO
lines of gpio-sim, KMSDRM on a virtual GPU, a UVC camera on the guest's USB bus with rendered dice in front of it, ext4,
and a plug that can be pulled."""
