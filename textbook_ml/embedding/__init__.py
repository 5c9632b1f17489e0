"""Models for other platforms: export, import from scikit-learn, bundles and the self-test."""
