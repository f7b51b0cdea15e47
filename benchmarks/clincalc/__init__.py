"""ClinCalc: bedside calculations as patient vignettes in English and Korean, generated from a seed."""
