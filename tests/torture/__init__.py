"""The long tests. Each is a function with a size; the test command calls the same function with a small one."""
