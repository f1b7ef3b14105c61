// The page on which a game is deleted.
import "../forms/post-forms";
