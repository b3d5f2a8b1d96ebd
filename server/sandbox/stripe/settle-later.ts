import type { SandboxCall } from './objects.ts'

/** Delay of the sandbox's bank: long enough to look at the state in between. */
const BANK_SECONDS = 20

/** Leaves an object to the bank: a job handles it later, queued in the transaction that made it wait. */
export async function settleLater(call: SandboxCall, id: string): Promise<void> {
	await call.deps.jobs.enqueue(call.tx, { name: 'settle-sandbox-payment', payload: { id }, options: { delaySeconds: BANK_SECONDS } })
}
