-- A member's vote on a post. Unlike the statement that calls it, this sees what was committed while that statement
-- waited for a lock: a volatile function's statements each take a new snapshot.
create function public.read_current_vote(post uuid, member uuid) returns public.votes
language plpgsql volatile as $$
begin
  return (select v from public.votes v where v.post_id = post and v.user_id = member);
end $$;
