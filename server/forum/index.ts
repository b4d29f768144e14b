/** The forum. Counters, ranks and karma change in the same transaction as the rows they are computed from. */
import type { Viewer } from "#core/accounts/member.ts";
import type { Page, PostCard, PostListQuery } from "#core/forum/types.ts";
import { bindOperations } from "#server/platform/bind-operations.ts";
import { createSearchLimit } from "#server/search/index.ts";
import { addComment } from "./add-comment.ts";
import { anonymizeMember } from "./anonymize-member.ts";
import { createPost } from "./create-post.ts";
import { deleteComment } from "./delete-comment.ts";
import { deleteMemberContent } from "./delete-member-content.ts";
import { deletePost } from "./delete-post.ts";
import type { ForumDeps } from "./deps.ts";
import { deleteDraft, listDrafts, saveDraft } from "./drafts.ts";
import { editComment } from "./edit-comment.ts";
import { editPost } from "./edit-post.ts";
import { findImagesInUse } from "./find-images-in-use.ts";
import { getPost } from "./get-post.ts";
import { listComments } from "./list-comments.ts";
import { listMemberComments } from "./list-member-comments.ts";
import { listMemberPosts } from "./list-member-posts.ts";
import { createMorePostsReader } from "./list-more-posts.ts";
import { isSearch, listPosts } from "./list-posts.ts";
import { createModeration } from "./moderate/index.ts";
import { previewMarkdown } from "./preview-markdown.ts";
import { readAllowance } from "./read-allowance.ts";
import { createCommunityReader } from "./read-community.ts";
import { readMember } from "./read-member.ts";
import { readNewest } from "./read-newest.ts";
import { createOverviewReader } from "./read-overview.ts";
import { readStates } from "./read-states.ts";
import { followLists, isFollowingList, listFollowedLists } from "./reading/follow-lists.ts";
import { followThread } from "./reading/follow-thread.ts";
import { listSavedPosts } from "./reading/list-saved-posts.ts";
import { createVisitRecorder } from "./reading/record-visit.ts";
import { savePost } from "./reading/save-post.ts";
import { recountForum } from "./recount-forum.ts";
import { rejectDeletedMember } from "./reject-deleted-member.ts";
import { suggestSimilarPosts } from "./suggest-similar-posts.ts";
import { updateTopPeriods } from "./update-top-periods.ts";
import { voteOnComment } from "./vote-on-comment.ts";
import { getPostVotes, undoPostVote, voteOnPost } from "./vote-on-post.ts";

export type { NewComment } from "./add-comment.ts";
export { buildExcerpt } from "./build-excerpt.ts";
export type { NewPost } from "./create-post.ts";
export type { ForumDeps } from "./deps.ts";
export type { DraftInput } from "./drafts.ts";
export type { CommentEdit } from "./edit-comment.ts";
export type { PostEdit } from "./edit-post.ts";
export type { CommentsQuery } from "./list-comments.ts";
export type { MemberContentQuery } from "./list-member-posts.ts";
export { lockContent } from "./lock-rows.ts";
export { type Difference, repairCounts } from "./recount-forum.ts";
export type { CommentVote } from "./vote-on-comment.ts";
export type { PostVote } from "./vote-on-post.ts";

/** The client that sent a request, signed in or not. */
export interface ForumClient {
  readonly address: string;
}

export function createForum(deps: ForumDeps) {
  const limitSearches = createSearchLimit(deps);
  return {
    moderation: createModeration(deps),
    /**
     * Lists a page of posts, or searches them if `search` isn't blank. If a client is given, its searches are rate
     * limited: per member or, for visitors, per client.
     */
    async listPosts(viewer: Viewer, query: PostListQuery, client?: ForumClient): Promise<Page<PostCard>> {
      if (client && isSearch(query)) await limitSearches(viewer, client.address);
      return listPosts(deps, viewer, query);
    },
    readCommunity: createCommunityReader(deps),
    readOverview: createOverviewReader(deps),
    listMorePosts: createMorePostsReader(deps),
    recordVisit: rejectDeletedMember(createVisitRecorder(deps)),
    ...bindOperations(deps, {
      createPost: rejectDeletedMember(createPost),
      voteOnPost: rejectDeletedMember(voteOnPost),
      addComment: rejectDeletedMember(addComment),
      voteOnComment: rejectDeletedMember(voteOnComment),
      followThread: rejectDeletedMember(followThread),
      followLists: rejectDeletedMember(followLists),
      savePost: rejectDeletedMember(savePost),
      saveDraft: rejectDeletedMember(saveDraft),
      getPost,
      readStates,
      readNewest,
      editPost,
      deletePost,
      undoPostVote,
      getPostVotes,
      listComments,
      editComment,
      deleteComment,
      isFollowingList,
      listFollowedLists,
      listSavedPosts,
      listDrafts,
      readAllowance,
      deleteDraft,
      readMember,
      listMemberPosts,
      listMemberComments,
      suggestSimilarPosts,
      previewMarkdown,
      findImagesInUse,
      anonymizeMember,
      deleteMemberContent,
      recountForum,
      updateTopPeriods,
    }),
  };
}

export type Forum = ReturnType<typeof createForum>;
