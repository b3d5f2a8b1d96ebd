import { deliverEvent } from '#server/sandbox/stripe/deliver-event.ts'
import type { ServiceContext } from '#server/services/context.ts'

/** Delivers one webhook of the sandbox; throws to be retried with growing pauses, as by the real provider. */
export const deliverSandboxWebhook = (ctx: ServiceContext, { eventId }: { eventId: string }): Promise<void> => deliverEvent(ctx, eventId)
