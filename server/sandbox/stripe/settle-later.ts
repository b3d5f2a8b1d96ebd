import type { SandboxCall } from './objects.ts'

/** Simulated delay of the bank, long enough to look at the state in between. */
const BANK_SECONDS = 20

export async function schedulePaymentSettlement(call: SandboxCall, id: string): Promise<void> {
	await call.deps.jobs.enqueue(call.tx, { name: 'settle-sandbox-payment', payload: { id }, options: { delaySeconds: BANK_SECONDS } })
}
