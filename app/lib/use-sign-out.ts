import { useState } from 'react'

import { toast } from '#app/ui/toast-store.ts'

import { signOut } from './auth-calls.ts'

/**
 * Signing out as every button does it: one attempt at a time, and the outcome said (words of spec B §8). After a failure the
 * session is still there, and the button can be pressed again.
 * @returns `leave` gives whether the session has ended
 */
export function useSignOut(): { isLeaving: boolean; leave: () => Promise<boolean> } {
	const [isLeaving, setLeaving] = useState(false)

	async function leave() {
		if (isLeaving) return false
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
		return outcome.ok
	}
	return { isLeaving, leave }
}
