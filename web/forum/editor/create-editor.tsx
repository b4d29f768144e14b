import { useEffect, useId, useMemo, useState } from "react";
import type { Allowance } from "#core/forum/allowance.ts";
import { NOTICES } from "#core/notices.ts";
import { formatRelativeTime } from "#core/relative-time.ts";
import { useOptionalSite } from "#web/page/site-data.ts";
import { Button } from "#web/ui/button.tsx";
import { classNames } from "#web/ui/class-names.ts";
import { toast } from "#web/ui/toast.tsx";
import { useHydrated } from "#web/ui/use-hydrated.ts";
import { DraftList, type DraftSummary } from "./draft-list.tsx";
import type { DraftStatus as Status } from "./draft-saver.ts";
import { type EditorResult, isBlankInput, type PostValues } from "./post-form.ts";
import { DailyLimitNote, PostFormCard } from "./post-form-card.tsx";
import { SimilarPosts, useSimilarPosts } from "./similar-posts.tsx";
import { useDraft } from "./use-draft.ts";
import { useLocalBackup } from "./use-local-backup.tsx";
import { usePostForm } from "./use-post-form.ts";

interface CreateEditorProps {
  readonly initialValues: PostValues;
  readonly savedAt: string | null;
  readonly memberId: string | null;
  readonly result: EditorResult | undefined;
  readonly drafts: readonly DraftSummary[];
  readonly allowance: Allowance | null;
}

const ACTION = "/create";

export function CreateEditor(props: CreateEditorProps) {
  const { initialValues, savedAt, memberId, result, drafts, allowance } = props;
  const form = usePostForm({ kind: "create", action: ACTION, initialValues, result });
  const { values } = form;
  const { status, draftId, requestId, isSaved, saver } = useDraft({ values: initialValues, savedAt }, values);
  const similarPostsId = useId();
  const similarPosts = useSimilarPosts(values.title, form.isSending);

  const backupValues = useMemo(() => ({ ...values, draftId, requestId }), [values, draftId, requestId]);
  const restoreOffer = useLocalBackup({
    memberId,
    formId: draftId || "new",
    values: backupValues,
    savedDraftIds: drafts.map(({ id }) => id),
    isSaved: isSaved || isBlankInput(values),
    onRestore(backup) {
      saver.adopt(backup.requestId);
      form.replace(backup);
    },
  });

  // Changes only the URL, because a navigation could fail, or cancel another one. The path is checked because another
  // navigation may already have changed the URL while the editor is still mounted.
  useEffect(() => {
    const query = new URLSearchParams(location.search);
    if (!draftId || query.get("draft") === draftId || location.pathname !== ACTION) return;
    query.set("draft", draftId);
    history.replaceState(history.state, "", `${ACTION}?${query}`);
  }, [draftId]);

  async function saveDraft() {
    if (isBlankInput(values) && !draftId) {
      toast({ title: "Nothing to save yet" });
      return;
    }
    saver.change(values);
    await saver.save();
    const { status } = saver.getState();
    if (status.phase === "failed") {
      toast({ title: "Draft not saved", description: status.reason, destructive: true });
    } else toast(NOTICES["draft-saved"]);
  }

  function send() {
    void form.send({
      async prepare() {
        await saver.close();
        return saver.getState();
      },
      onRefused: saver.reopen,
    });
  }

  return (
    <PostFormCard
      heading="Create New Post"
      action={ACTION}
      form={form}
      initialValues={initialValues}
      result={result}
      ids={backupValues}
      onSend={send}
      onBlur={() => void saver.save()}
      similarPosts={{ id: similarPostsId, posts: similarPosts.posts }}
      allowance={allowance}
      notice={
        <>
          <DailyLimitNote allowance={allowance} />
          {restoreOffer}
        </>
      }
      footer={
        <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-4 border-t border-line pt-5">
          <DraftStatus status={status} />
          <div className="flex flex-wrap justify-end gap-3 max-sm:w-full">
            <Button
              type="submit"
              name="intent"
              value="save-draft"
              className="max-sm:flex-1"
              busy={form.isSending}
              onClick={(event) => {
                event.preventDefault();
                void saveDraft();
              }}
            >
              Save Draft
            </Button>
            <Button
              type="submit"
              name="intent"
              value="post"
              variant="primary"
              className="max-sm:flex-1 sm:min-w-44"
              busy={form.isSending}
            >
              {form.isSending ? "Posting..." : "Post to Community"}
            </Button>
          </div>
        </div>
      }
      aside={
        <>
          <DraftList
            drafts={drafts.filter(({ id }) => id !== draftId && id !== requestId)}
            hasOpenDraft={draftId !== ""}
          />
          {/* Last, so that nothing moves when it grows. */}
          <SimilarPosts id={similarPostsId} {...similarPosts} />
        </>
      }
    />
  );
}

const TICK_MS = 1000;

/**
 * The save status. Screen readers announce that the draft was saved, or why it wasn't, but not how long ago it was
 * saved.
 */
function DraftStatus({ status }: { status: Status }) {
  const site = useOptionalSite();
  const savedAt = status.phase === "saved" ? status.at : null;
  const [now, setNow] = useState<Date | null>(null);
  const isHydrated = useHydrated();

  useEffect(() => {
    if (savedAt === null) return;
    setNow(new Date());
    const timer = setInterval(() => setNow(new Date()), TICK_MS);
    return () => clearInterval(timer);
  }, [savedAt]);

  const age = savedAt && formatRelativeTime(savedAt, now ?? new Date(site?.now ?? savedAt), "detail");
  return (
    <div className="min-w-0 flex-1 basis-48 text-sm">
      <p
        aria-hidden={status.phase === "failed" ? undefined : true}
        className={classNames("figures", status.phase === "failed" ? "text-warning" : "text-faint")}
      >
        {status.phase === "failed" ? `Not saved: ${status.reason}` : null}
        {status.phase === "saving" ? "Saving..." : null}
        {status.phase === "waiting" ? "Not saved yet" : null}
        {age ? `Saved ${age}` : null}
        {status.phase === "idle" && isHydrated ? "Saved automatically as you type." : null}
      </p>
      <p role="status" className="sr-only">
        {status.phase === "saved" ? "Draft saved" : null}
        {status.phase === "failed" ? `Draft not saved: ${status.reason}` : null}
      </p>
    </div>
  );
}
