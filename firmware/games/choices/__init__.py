"""Games in which players choose among what the rules allow, and now and then dice are thrown."""
