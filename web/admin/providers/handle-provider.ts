import type { Viewer } from "#core/accounts/member.ts";
import { answerWithStepUp } from "#web/account/answer-with-step-up.ts";
import { chooseHandler, type Submission } from "#web/forms/handle-intent.ts";
import { buildProviderPath, PROVIDER_LIST_PATH } from "./provider-paths.ts";

export const SAVE_PROVIDER = "provider:save";
export const TURN_ON = "provider:turn-on";
export const TURN_OFF = "provider:turn-off";
export const REMOVE_PROVIDER = "provider:remove";

export function handleProviderForm(submission: Submission, id: string) {
  const { text } = submission;
  const change = { id, version: text("version"), acceptsLockOut: text("confirm") === "yes" };
  const setEnabled = (isEnabled: boolean) => () =>
    answerWithStepUp(submission, {
      notice: isEnabled ? "provider-turned-on" : "provider-turned-off",
      to: `${buildProviderPath(id)}#status`,
      run: ({ admin }, viewer) => admin.providers.setEnabled(viewer, { ...change, isEnabled }),
    });
  const handler = chooseHandler(
    {
      save: () =>
        answerWithStepUp(submission, {
          notice: "provider-saved",
          to: (savedId: string) => `${buildProviderPath(savedId)}#test`,
          run: ({ admin }, viewer: Viewer) =>
            admin.providers.save(viewer, {
              id,
              version: change.version,
              label: text("label"),
              name: text("name"),
              url: text("url"),
              clientId: text("clientId"),
              secret: text("secret"),
              scopes: text("scopes"),
              appleTeamId: text("appleTeamId"),
              appleKeyId: text("appleKeyId"),
            }),
        }),
      "turn-on": setEnabled(true),
      "turn-off": setEnabled(false),
      remove: () =>
        answerWithStepUp(submission, {
          notice: "provider-removed",
          to: () => PROVIDER_LIST_PATH,
          run: ({ admin }, viewer) => admin.providers.remove(viewer, change),
        }),
    },
    submission.id,
  );
  return handler(submission);
}
