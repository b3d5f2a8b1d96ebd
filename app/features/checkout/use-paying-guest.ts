import { useEffect } from 'react'

import { rememberGuestPurchase } from '#app/lib/owned-course.ts'
import { readStoredUser, saveStoredUser } from '#app/lib/stored-user.ts'

/**
 * Unlocks the course in the browser in which a guest has just paid: with a stored user, modules open and pages stop selling.
 * @param email buyer's email, which the server returns only to the paying browser; null elsewhere and for signed-in buyers
 */
export function usePayingGuest(email: string | null, paidAt: string | null): void {
	useEffect(() => {
		if (email === null) return
		const user = readStoredUser()
		// A stored name alone doesn't open modules; an email does.
		if (!user?.email) saveStoredUser({ name: user?.name ?? '', email })
		if (paidAt !== null) rememberGuestPurchase(paidAt)
	}, [email, paidAt])
}
