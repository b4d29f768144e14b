-- Lists by a tag look up each post of a page by its id. A hash index has no levels, so this costs the same however many
-- posts there are (docs/decisions/107). A million posts take a few seconds, in which nobody can post or vote.
create index forum_posts_by_id on public.forum_posts using hash (id);
