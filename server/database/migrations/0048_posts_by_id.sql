-- Lists by a tag look up each post of a page by its id. A hash index has no levels, so this costs the same however many
-- posts there are (docs/decisions/107). With a million posts, this takes a few seconds, and posts and votes wait.
create index forum_posts_by_id on public.forum_posts using hash (id);
