import { toRefundOutcome } from './cards.ts'
import { endBankDebit } from './confirm-session.ts'
import { performCall, readObject, type SandboxDeps } from './objects.ts'
import { endRefund } from './refunds.ts'
import type { Charge, Refund } from './shapes.ts'

/** Settles a waiting payment or refund. One that was settled manually in the meantime stays unchanged. */
export async function settleWaiting(deps: SandboxDeps, id: string): Promise<void> {
	await performCall(deps, async (call) => {
		const object = await readObject(call, id)
		if (object?.object === 'payment_intent') await endBankDebit(call, id)
		if (object?.object !== 'refund') return
		const charge = (await readObject(call, (object as Refund).charge)) as Charge
		await endRefund(call, id, toRefundOutcome(charge) === 'fails' ? 'failed' : 'succeeded')
	})
}
