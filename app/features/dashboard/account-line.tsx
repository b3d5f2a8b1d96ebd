import { useState } from 'react'

import { signOut } from '#app/lib/auth-calls.ts'
import { Button } from '#app/ui/button.tsx'
import { toast } from '#app/ui/toast-store.ts'

/** Who is signed in here, and the way out (words of spec B §8). What this browser holds stays. */
export function AccountLine({ email }: { email: string }) {
	const [isLeaving, setLeaving] = useState(false)

	async function leave() {
		setLeaving(true)
		const outcome = await signOut()
		setLeaving(false)
		if (outcome.ok) toast({ title: 'Signed out', description: 'You have been successfully signed out' })
		else
			toast({
				title: 'Error',
				description: 'message' in outcome.refusal ? outcome.refusal.message : 'Failed to sign out',
				variant: 'destructive',
			})
	}

	return (
		<div className="flex flex-wrap items-center gap-x-4">
			<p className="min-w-0 text-soft">Signed in as {email}</p>
			<Button variant="quiet" pending={isLeaving} onClick={() => void leave()}>
				Sign Out
			</Button>
		</div>
	)
}
