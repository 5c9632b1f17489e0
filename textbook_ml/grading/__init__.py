"""The grader: run submissions in separate processes, judge the answers, and write reports."""
