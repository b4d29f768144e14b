/**
 * The forum owns forum_posts, comments, votes, comment_votes, post_drafts, post_tags and post_words, what members
 * follow, save and have read (reading/), and the site's count of posts. Permissions are checked with the rules of
 * core/forum. Counters, ranks and karma change in the same transaction as their rows. Expected errors are AppErrors,
 * listed with each operation.
 */
import type { Viewer } from "#core/accounts/member.ts";
import type { Allowance } from "#core/forum/allowance.ts";
import type { MemberComment, MemberProfile } from "#core/forum/member-page.ts";
import type { FollowState, SavedPost } from "#core/forum/reading.ts";
import type {
  CommentNode,
  CommunityFigures,
  Draft,
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
import { createCommunityCounter } from "./count-community.ts";
import { createPost, type NewPost } from "./create-post.ts";
import { deleteComment } from "./delete-comment.ts";
import { deleteDraft } from "./delete-draft.ts";
import { deleteMemberContent } from "./delete-member-content.ts";
import { deletePost } from "./delete-post.ts";
import type { ForumDeps } from "./deps.ts";
import { type CommentEdit, editComment } from "./edit-comment.ts";
import { editPost, type PostEdit } from "./edit-post.ts";
import { findPicturesInUse } from "./find-pictures-in-use.ts";
import { getPost } from "./get-post.ts";
import { createSearchLimit } from "./limit-searches.ts";
import { type CommentsQuery, listComments } from "./list-comments.ts";
import { listDrafts } from "./list-drafts.ts";
import { listMemberComments } from "./list-member-comments.ts";
import { listMemberPosts, type MemberListQuery } from "./list-member-posts.ts";
import { isSearch, listPosts } from "./list-posts.ts";
import { createModeration, type Moderation } from "./moderate/index.ts";
import { previewMarkdown } from "./preview-markdown.ts";
import { readAllowance } from "./read-allowance.ts";
import { readMember } from "./read-member.ts";
import { readNewest } from "./read-newest.ts";
import { readPostTexts } from "./read-post-texts.ts";
import { readStates } from "./read-states.ts";
import { type Following, followThread } from "./reading/follow-thread.ts";
import { listSavedPosts } from "./reading/list-saved-posts.ts";
import { createVisitRecorder, type Visit } from "./reading/record-visit.ts";
import { type Saving, savePost } from "./reading/save-post.ts";
import { type Difference, recountForum } from "./recount-forum.ts";
import { refuseDeletedMember } from "./refuse-deleted-member.ts";
import { type DraftInput, saveDraft } from "./save-draft.ts";
import { suggestSimilarPosts } from "./suggest-similar-posts.ts";
import { updateTopPeriods } from "./update-top-periods.ts";
import { type CommentVote, voteOnComment } from "./vote-on-comment.ts";
import { type PostVote, voteOnPost } from "./vote-on-post.ts";

export type { NewComment } from "./add-comment.ts";
export type { NewPost } from "./create-post.ts";
export type { ForumDeps } from "./deps.ts";
export type { CommentEdit } from "./edit-comment.ts";
export type { PostEdit } from "./edit-post.ts";
export { createSearchLimit } from "./limit-searches.ts";
export type { CommentsQuery } from "./list-comments.ts";
export type { MemberListQuery } from "./list-member-posts.ts";
export { makeExcerpt } from "./make-excerpt.ts";
export type { Difference } from "./recount-forum.ts";
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
  getPost(viewer: Viewer, id: string, at?: { readonly isWithin?: boolean }): Promise<PostDetail>;
  /** Plain texts by id, cut to a length; only public content. */
  readPostTexts(ids: readonly string[], length: number): Promise<ReadonlyMap<string, string>>;
  /** The public state of posts and comments by id, for updating open pages. */
  readStates(changed: Parameters<typeof readStates>[1]): ReturnType<typeof readStates>;
  /** The newest public content, for updating open pages. */
  readNewest(which: Parameters<typeof readNewest>[1]): ReturnType<typeof readNewest>;
  createPost(viewer: Viewer, post: NewPost): Promise<{ id: string }>;
  editPost(viewer: Viewer, edit: PostEdit): Promise<{ id: string }>;
  deletePost(viewer: Viewer, id: string): Promise<void>;
  voteOnPost(viewer: Viewer, vote: PostVote): Promise<VoteState>;
  listComments(viewer: Viewer, query: CommentsQuery): Promise<Page<CommentNode>>;
  addComment(viewer: Viewer, comment: NewComment): Promise<{ id: string }>;
  editComment(viewer: Viewer, edit: CommentEdit): Promise<{ id: string; postId: string }>;
  deleteComment(viewer: Viewer, id: string): Promise<{ postId: string }>;
  voteOnComment(viewer: Viewer, vote: CommentVote): Promise<VoteState>;
  followThread(viewer: Viewer, following: Following): Promise<{ state: FollowState }>;
  savePost(viewer: Viewer, saving: Saving): Promise<{ isSaved: boolean }>;
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
  findPicturesInUse(keys: readonly string[], deletedBefore: Date): Promise<ReadonlySet<string>>;
  countCommunity(): Promise<CommunityFigures>;
  /** The member's content stays without an author; votes and drafts are removed. Idempotent. */
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
  editPost(viewer: Viewer, edit: PostEdit & { readonly why: string }): Promise<unknown>;
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
    getPost: (viewer, id, at) => getPost(deps, viewer, id, at),
    readPostTexts: (ids, length) => readPostTexts(deps, ids, length),
    readStates: (changed) => readStates(deps, changed),
    readNewest: (which) => readNewest(deps, which),
    createPost: (viewer, post) => refuseDeletedMember(createPost(deps, viewer, post)),
    editPost: (viewer, edit) => editPost(deps, viewer, edit),
    deletePost: (viewer, id) => deletePost(deps, viewer, id),
    voteOnPost: (viewer, vote) => refuseDeletedMember(voteOnPost(deps, viewer, vote)),
    listComments: (viewer, query) => listComments(deps, viewer, query),
    addComment: (viewer, comment) => refuseDeletedMember(addComment(deps, viewer, comment)),
    editComment: (viewer, edit) => editComment(deps, viewer, edit),
    deleteComment: (viewer, id) => deleteComment(deps, viewer, id),
    voteOnComment: (viewer, vote) => refuseDeletedMember(voteOnComment(deps, viewer, vote)),
    followThread: (viewer, following) => refuseDeletedMember(followThread(deps, viewer, following)),
    savePost: (viewer, saving) => refuseDeletedMember(savePost(deps, viewer, saving)),
    listSavedPosts: (viewer, query) => listSavedPosts(deps, viewer, query),
    recordVisit: (viewer, visit) => refuseDeletedMember(recordVisit(viewer, visit)),
    saveDraft: (viewer, draft) => refuseDeletedMember(saveDraft(deps, viewer, draft)),
    listDrafts: (viewer) => listDrafts(deps, viewer),
    readAllowance: (viewer) => readAllowance(deps, viewer),
    deleteDraft: (viewer, id) => deleteDraft(deps, viewer, id),
    readMember: (viewer, name) => readMember(deps, viewer, name),
    listMemberPosts: (viewer, query) => listMemberPosts(deps, viewer, query),
    listMemberComments: (query) => listMemberComments(deps, query),
    suggestSimilarPosts: (viewer, title) => suggestSimilarPosts(deps, viewer, title),
    previewMarkdown: (viewer, source) => previewMarkdown(deps, viewer, source),
    findPicturesInUse: (keys, deletedBefore) => findPicturesInUse(deps, keys, deletedBefore),
    countCommunity: createCommunityCounter(deps),
    anonymizeMember: (userId) => anonymizeMember(deps, userId),
    deleteMemberContent: (userId) => deleteMemberContent(deps, userId),
    inTransaction: (tx) => {
      const database = { ...deps.database, db: asDatabase(tx) };
      const parts = { ...deps, limits: null, notifiesAuthors: false, database };
      return {
        ...createModeration(parts),
        editPost: (viewer, { why, ...edit }) => editPost(parts, viewer, edit, { why }),
      };
    },
    recountForum: (options) => recountForum(deps, options),
    updateTopPeriods: () => updateTopPeriods(deps),
  };
}
