"""The one place that knows the rules and the kernel: a hand as a kernel position, a view as worlds."""
