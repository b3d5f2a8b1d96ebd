import { useEffect, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'

import { toast } from '#app/ui/toast-store.ts'

import { signOut } from './auth-calls.ts'
import { readSession } from './stored-session.ts'

/**
 * Lets the user sign out, one attempt at a time.
 * @returns `leave` resolves to true if the session has ended
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

/**
 * Signs out if the history state requests it. Only a click can set that state, not a URL. It is removed, so that a reload doesn't
 * sign out again.
 * @returns true while signing out
 */
export function useSignOutOnArrival(): boolean {
	const { state } = useLocation()
	const navigate = useNavigate()
	const { isLeaving, leave } = useSignOut()
	const isAsked = state === 'leave'
	useEffect(() => {
		if (!isAsked) return
		void navigate('.', { replace: true, state: null })
		if (readSession().status === 'signed-in') void leave()
		// oxlint-disable-next-line react-hooks/exhaustive-deps -- once for each arrival; `leave` is another function each time
	}, [isAsked])
	return isAsked || isLeaving
}
