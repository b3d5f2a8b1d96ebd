import { useEffect } from 'react'

import { rememberGuestPurchase } from '#app/lib/owned-course.ts'
import { readStoredUser, saveStoredUser } from '#app/lib/stored-user.ts'

/**
 * Treats the browser in which a guest has just paid as a learner's: with a stored user, modules open, and pages stop selling.
 * @param email of the order, which the server shows only to the paying browser; null elsewhere and for signed-in buyers
 */
export function usePayingGuest(email: string | null, paidAt: string | null): void {
	useEffect(() => {
		if (email === null) return
		const user = readStoredUser()
		// Modules open with an address, not with a name alone.
		if (!user?.email) saveStoredUser({ name: user?.name ?? '', email })
		if (paidAt !== null) rememberGuestPurchase(paidAt)
	}, [email, paidAt])
}
