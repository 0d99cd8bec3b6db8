"""What is measured, and what each number means."""
