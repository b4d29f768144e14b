-- Top of a day, a week and a month each have indexes of their own, so that a list reads a single range of an index
-- (docs/decisions/107). With a million posts, this takes some seconds, and posts and votes wait. A program of the
-- previous version then uses these indexes too, and skips the posts of shorter periods.
create index forum_posts_day on public.forum_posts (upvotes desc, created_at desc, id desc)
  where deleted_at is null and top_period = 1;
create index forum_posts_day_in on public.forum_posts (category, upvotes desc, created_at desc, id desc)
  where deleted_at is null and top_period = 1;
create index forum_posts_week on public.forum_posts (upvotes desc, created_at desc, id desc)
  where deleted_at is null and top_period in (1, 7);
create index forum_posts_week_in on public.forum_posts (category, upvotes desc, created_at desc, id desc)
  where deleted_at is null and top_period in (1, 7);
create index forum_posts_month on public.forum_posts (upvotes desc, created_at desc, id desc)
  where deleted_at is null and top_period > 0;
create index forum_posts_month_in on public.forum_posts (category, upvotes desc, created_at desc, id desc)
  where deleted_at is null and top_period > 0;
drop index public.forum_posts_period, public.forum_posts_period_in;

create index post_tags_day on public.post_tags (tag, upvotes desc, created_at desc, post_id desc)
  where top_period = 1;
create index post_tags_day_in on public.post_tags (tag, category, upvotes desc, created_at desc, post_id desc)
  where top_period = 1;
create index post_tags_week on public.post_tags (tag, upvotes desc, created_at desc, post_id desc)
  where top_period in (1, 7);
create index post_tags_week_in on public.post_tags (tag, category, upvotes desc, created_at desc, post_id desc)
  where top_period in (1, 7);
create index post_tags_month on public.post_tags (tag, upvotes desc, created_at desc, post_id desc)
  where top_period > 0;
create index post_tags_month_in on public.post_tags (tag, category, upvotes desc, created_at desc, post_id desc)
  where top_period > 0;
drop index public.post_tags_period, public.post_tags_period_in;
