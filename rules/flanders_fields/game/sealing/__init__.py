"""Fire plans in a game: sealed before anybody deploys, proved piece by piece as they fall, whole at the end."""
