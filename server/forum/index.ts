/**
 * The forum owns forum_posts, comments, votes, comment_votes, post_drafts, post_tags and post_words, what members
 * follow, save and have read (reading/), and the site's count of posts. Permissions are checked with the rules of
 * core/forum. Counters, ranks and karma change in the same transaction as their rows. Expected errors are AppErrors,
 * listed with each operation.
 */
import type { Viewer } from "#core/accounts/member.ts";
import type { Allowance } from "#core/forum/allowance.ts";
import type { MemberComment, MemberProfile } from "#core/forum/member-page.ts";
import type { FollowedList, FollowState, SavedPost } from "#core/forum/reading.ts";
import type {
  CommentNode,
  Community,
  Draft,
  ForumOverview,
  Page,
  PostCard,
  PostDetail,
  PostListQuery,
  SimilarPost,
} from "#core/forum/types.ts";
import type { VoteState } from "#core/forum/votes.ts";
import type { Db, Tx } from "#server/database/index.ts";
import { addComment, type NewComment } from "./add-comment.ts";
import { anonymizeMember } from "./anonymize-member.ts";
import { createPost, type NewPost } from "./create-post.ts";
import { deleteComment } from "./delete-comment.ts";
import { deleteDraft } from "./delete-draft.ts";
import { deleteMemberContent } from "./delete-member-content.ts";
import { deletePost } from "./delete-post.ts";
import type { ForumDeps } from "./deps.ts";
import { type CommentEdit, editComment } from "./edit-comment.ts";
import { editPost, type PostEdit } from "./edit-post.ts";
import { findImagesInUse } from "./find-images-in-use.ts";
import { getPost } from "./get-post.ts";
import { getPostVotes } from "./get-post-votes.ts";
import { createSearchLimit } from "./limit-searches.ts";
import { type CommentsQuery, listComments } from "./list-comments.ts";
import { listDrafts } from "./list-drafts.ts";
import { listMemberComments } from "./list-member-comments.ts";
import { listMemberPosts, type MemberListQuery } from "./list-member-posts.ts";
import { isSearch, listPosts } from "./list-posts.ts";
import { createModeration, type Moderation } from "./moderate/index.ts";
import { previewMarkdown } from "./preview-markdown.ts";
import { readAllowance } from "./read-allowance.ts";
import { createCommunityReader } from "./read-community.ts";
import { readMember } from "./read-member.ts";
import { readNewest } from "./read-newest.ts";
import { createOverviewReader } from "./read-overview.ts";
import { readPostTexts } from "./read-post-texts.ts";
import { readStates } from "./read-states.ts";
import {
  type FollowableList,
  followLists,
  isFollowingList,
  type ListFollowing,
  listFollowedLists,
} from "./reading/follow-lists.ts";
import { type FollowRequest, followThread } from "./reading/follow-thread.ts";
import { listSavedPosts } from "./reading/list-saved-posts.ts";
import { createVisitRecorder, type Visit } from "./reading/record-visit.ts";
import { type SaveRequest, savePost } from "./reading/save-post.ts";
import { type Difference, recountForum } from "./recount-forum.ts";
import { rejectDeletedMember } from "./reject-deleted-member.ts";
import { type DraftInput, saveDraft } from "./save-draft.ts";
import { suggestSimilarPosts } from "./suggest-similar-posts.ts";
import { undoPostVote } from "./undo-post-vote.ts";
import { updateTopPeriods } from "./update-top-periods.ts";
import { type CommentVote, voteOnComment } from "./vote-on-comment.ts";
import { type PostVote, voteOnPost } from "./vote-on-post.ts";

export type { NewComment } from "./add-comment.ts";
export { buildExcerpt } from "./build-excerpt.ts";
export type { NewPost } from "./create-post.ts";
export type { ForumDeps } from "./deps.ts";
export type { CommentEdit } from "./edit-comment.ts";
export type { PostEdit } from "./edit-post.ts";
export { createSearchLimit } from "./limit-searches.ts";
export type { CommentsQuery } from "./list-comments.ts";
export type { MemberListQuery } from "./list-member-posts.ts";
export { type Difference, repairCounts } from "./recount-forum.ts";
export type { DraftInput } from "./save-draft.ts";
export type { CommentVote } from "./vote-on-comment.ts";
export type { PostVote } from "./vote-on-post.ts";

/** The client that sent a request, signed in or not. */
export interface ForumClient {
  readonly address: string;
}

export interface Forum {
  /** Posts and comments in the admin dashboard. */
  readonly moderation: Moderation;
  /** A page of a list, or of a search if `search` isn't blank. Searches of a client are rate limited. */
  listPosts(viewer: Viewer, query: PostListQuery, client?: ForumClient): Promise<Page<PostCard>>;
  getPost(viewer: Viewer, id: string, options?: { readonly isSameVisit?: boolean }): Promise<PostDetail>;
  /** Plain text of posts by id, cut to a length; only public content. */
  readPostTexts(ids: readonly string[], length: number): Promise<ReadonlyMap<string, string>>;
  /** The public state of posts and comments by id, for updating open pages. */
  readStates(changes: Parameters<typeof readStates>[1]): ReturnType<typeof readStates>;
  /** The newest public content, for updating open pages. */
  readNewest(query: Parameters<typeof readNewest>[1]): ReturnType<typeof readNewest>;
  createPost(viewer: Viewer, post: NewPost): Promise<{ id: string }>;
  editPost(viewer: Viewer, edit: PostEdit): Promise<{ id: string }>;
  deletePost(viewer: Viewer, id: string): Promise<void>;
  voteOnPost(viewer: Viewer, vote: PostVote): Promise<VoteState>;
  undoPostVote(viewer: Viewer, postId: string): Promise<VoteState>;
  getPostVotes(viewer: Viewer, postId: string): Promise<VoteState>;
  listComments(viewer: Viewer, query: CommentsQuery): Promise<Page<CommentNode>>;
  addComment(viewer: Viewer, comment: NewComment): Promise<{ id: string }>;
  editComment(viewer: Viewer, edit: CommentEdit): Promise<{ id: string; postId: string }>;
  deleteComment(viewer: Viewer, id: string): Promise<{ postId: string }>;
  voteOnComment(viewer: Viewer, vote: CommentVote): Promise<VoteState>;
  followThread(viewer: Viewer, following: FollowRequest): Promise<{ state: FollowState }>;
  followLists(viewer: Viewer, following: ListFollowing): Promise<{ isFollowed: boolean }>;
  isFollowingList(viewer: Viewer, list: FollowableList): Promise<boolean>;
  listFollowedLists(viewer: Viewer): Promise<FollowedList[]>;
  savePost(viewer: Viewer, saving: SaveRequest): Promise<{ isSaved: boolean }>;
  listSavedPosts(
    viewer: Viewer,
    query: { readonly cursor: string | null },
  ): Promise<Page<SavedPost<PostCard>>>;
  /** Stores how far a member has read a thread. Rate limited: throws too_many_requests. */
  recordVisit(viewer: Viewer, visit: Visit): Promise<void>;
  saveDraft(viewer: Viewer, draft: DraftInput): Promise<Draft>;
  listDrafts(viewer: Viewer): Promise<Draft[]>;
  /** What the member's trust level allows now; null for administrators. */
  readAllowance(viewer: Viewer): Promise<Allowance | null>;
  deleteDraft(viewer: Viewer, id: string): Promise<void>;
  /** Finds a member by current, former or look-alike name; null if there is none. */
  readMember(viewer: Viewer, name: string): Promise<MemberProfile | null>;
  listMemberPosts(viewer: Viewer, query: MemberListQuery): Promise<Page<PostCard>>;
  listMemberComments(query: MemberListQuery): Promise<Page<MemberComment>>;
  suggestSimilarPosts(viewer: Viewer, title: string): Promise<SimilarPost[]>;
  /** Safe HTML. */
  previewMarkdown(viewer: Viewer, source: string): Promise<string>;
  /** Which of these post images are still used, including by content deleted after that time. */
  findImagesInUse(keys: readonly string[], deletedBefore: Date): Promise<ReadonlySet<string>>;
  readCommunity(): Promise<Community>;
  /** What the forum shows next to its list. */
  readOverview(): Promise<ForumOverview>;
  /** Removes the author from the member's content and deletes their votes and drafts. Idempotent. */
  anonymizeMember(userId: string): Promise<void>;
  /** Deletes all content of a member before the account is removed. */
  deleteMemberContent(userId: string): Promise<void>;
  /** Admin actions as part of the caller's transaction, without rate limits. */
  inTransaction(tx: Tx): TransactionOperations;
  recountForum(options: { repair: boolean }): Promise<Difference[]>;
  /** Removes posts from Top periods that they are too old for. */
  updateTopPeriods(): Promise<number>;
}

type TransactionOperations = Pick<Moderation, "deletePost" | "deleteComment" | "editComment"> & {
  editPost(viewer: Viewer, edit: PostEdit & { readonly reason: string }): Promise<unknown>;
};

/** A nested transaction is a savepoint and supports everything that the operations use, apart from the client. */
const asDatabase = (tx: Tx) => tx as unknown as Db;

export function createForum(deps: ForumDeps): Forum {
  const limitSearches = createSearchLimit(deps);
  const recordVisit = createVisitRecorder(deps);
  return {
    moderation: createModeration(deps),
    listPosts: async (viewer, query, client) => {
      if (client && isSearch(query)) await limitSearches(viewer, client.address);
      return listPosts(deps, viewer, query);
    },
    getPost: (viewer, id, options) => getPost(deps, viewer, id, options),
    readPostTexts: (ids, length) => readPostTexts(deps, ids, length),
    readStates: (changes) => readStates(deps, changes),
    readNewest: (query) => readNewest(deps, query),
    createPost: (viewer, post) => rejectDeletedMember(createPost(deps, viewer, post)),
    editPost: (viewer, edit) => editPost(deps, viewer, edit),
    deletePost: (viewer, id) => deletePost(deps, viewer, id),
    voteOnPost: (viewer, vote) => rejectDeletedMember(voteOnPost(deps, viewer, vote)),
    undoPostVote: (viewer, postId) => undoPostVote(deps, viewer, postId),
    getPostVotes: (viewer, postId) => getPostVotes(deps, viewer, postId),
    listComments: (viewer, query) => listComments(deps, viewer, query),
    addComment: (viewer, comment) => rejectDeletedMember(addComment(deps, viewer, comment)),
    editComment: (viewer, edit) => editComment(deps, viewer, edit),
    deleteComment: (viewer, id) => deleteComment(deps, viewer, id),
    voteOnComment: (viewer, vote) => rejectDeletedMember(voteOnComment(deps, viewer, vote)),
    followThread: (viewer, following) => rejectDeletedMember(followThread(deps, viewer, following)),
    followLists: (viewer, following) => rejectDeletedMember(followLists(deps, viewer, following)),
    isFollowingList: (viewer, list) => isFollowingList(deps, viewer, list),
    listFollowedLists: (viewer) => listFollowedLists(deps, viewer),
    savePost: (viewer, saving) => rejectDeletedMember(savePost(deps, viewer, saving)),
    listSavedPosts: (viewer, query) => listSavedPosts(deps, viewer, query),
    recordVisit: (viewer, visit) => rejectDeletedMember(recordVisit(viewer, visit)),
    saveDraft: (viewer, draft) => rejectDeletedMember(saveDraft(deps, viewer, draft)),
    listDrafts: (viewer) => listDrafts(deps, viewer),
    readAllowance: (viewer) => readAllowance(deps, viewer),
    deleteDraft: (viewer, id) => deleteDraft(deps, viewer, id),
    readMember: (viewer, name) => readMember(deps, viewer, name),
    listMemberPosts: (viewer, query) => listMemberPosts(deps, viewer, query),
    listMemberComments: (query) => listMemberComments(deps, query),
    suggestSimilarPosts: (viewer, title) => suggestSimilarPosts(deps, viewer, title),
    previewMarkdown: (viewer, source) => previewMarkdown(deps, viewer, source),
    findImagesInUse: (keys, deletedBefore) => findImagesInUse(deps, keys, deletedBefore),
    readCommunity: createCommunityReader(deps),
    readOverview: createOverviewReader(deps),
    anonymizeMember: (userId) => anonymizeMember(deps, userId),
    deleteMemberContent: (userId) => deleteMemberContent(deps, userId),
    inTransaction: (tx) => {
      const database = { ...deps.database, db: asDatabase(tx) };
      const txDeps = { ...deps, limits: null, notifiesAuthors: false, database };
      return {
        ...createModeration(txDeps),
        editPost: (viewer, { reason, ...edit }) => editPost(txDeps, viewer, edit, { reason }),
      };
    },
    recountForum: (options) => recountForum(deps, options),
    updateTopPeriods: () => updateTopPeriods(deps),
  };
}
