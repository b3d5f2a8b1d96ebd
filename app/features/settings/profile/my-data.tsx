import { useQuery, useQueryClient } from '@tanstack/react-query'

import { signOut } from '#app/lib/auth-calls.ts'
import { describeRefusal } from '#app/lib/auth-refusal.ts'
import { DataFileButtons, showError } from '#app/lib/data-file.tsx'
import { useGuardedCall, withProof } from '#app/second-factor/guard.ts'
import { Button } from '#app/ui/button.tsx'
import { Callout } from '#app/ui/callout.tsx'
import { ConfirmButton } from '#app/ui/confirm-button.tsx'
import { toast } from '#app/ui/toast-store.ts'
import { formatLocalDay } from '#contracts/format-day.ts'
import type { PendingErasure } from '#contracts/privacy.ts'

import { scheduleErasure, exportData, cancelErasure, loadErasureState } from './profile-calls.ts'

export function PendingDeletion() {
	const queries = useQueryClient()
	const privacy = useQuery({ queryKey: ['privacy'], queryFn: ({ signal }) => loadErasureState(signal) })
	const erasure = privacy.data?.erasure
	if (!erasure) return null
	return <DeletionNotice erasure={erasure} onKept={() => void queries.invalidateQueries({ queryKey: ['privacy'] })} />
}

function DeletionNotice({ erasure, onKept }: { erasure: PendingErasure; onKept: () => void }) {
	const { isBusy, run } = useGuardedCall()
	async function keep() {
		if (await run(cancelErasure, { title: 'Account kept', description: 'Nothing will be deleted' })) onKept()
	}
	return (
		<Callout tone="danger" role="status" title={`Your account will be deleted on ${formatLocalDay(erasure.erasesAt)}`}>
			<p>Until then everything is still here, and you can change your mind.</p>
			<Button variant="secondary" className="mt-3" pending={isBusy} onClick={() => void keep()}>
				Keep My Account
			</Button>
		</Callout>
	)
}

/** Buttons to export the account's data and to delete the account. Both may require a code. */
export function MyData() {
	async function erase() {
		const outcome = await withProof(scheduleErasure)
		if (!outcome.ok) return void showError(describeRefusal(outcome.refusal))
		const until = outcome.value.erasure ? formatLocalDay(outcome.value.erasure.erasesAt) : 'then'
		toast({ title: 'You’re signed out', description: `Sign in before ${until} to keep your account.`, variant: 'destructive' })
		await signOut()
	}

	return (
		<section aria-labelledby="my-data" className="grid w-full max-w-read grid-cols-1 justify-items-start gap-4">
			<h3 id="my-data">My data</h3>
			<p>A copy of everything we keep about you, to read or to take elsewhere.</p>
			<DataFileButtons verb="Export" ask={(format) => withProof(() => exportData(format))} />
			<ConfirmButton label="Delete My Account" title="Delete your account?" confirmLabel="Delete My Account" onConfirm={erase}>
				<p>
					You’re signed out everywhere right away. For 14 days you can still sign in and keep the account; after that your progress, your
					settings and your access to what you bought are gone for good. Tax law requires us to keep payment records for seven years,
					without your name, and any invoices unchanged.
				</p>
			</ConfirmButton>
		</section>
	)
}
