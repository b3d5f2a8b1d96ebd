import { useEffect } from 'react'

import { rememberGuestPurchase } from '#app/lib/owned-course.ts'
import { readStoredUser, saveStoredUser } from '#app/lib/stored-user.ts'

/**
 * Makes the browser in which a guest has just paid that of a learner: with a stored user, modules open, and pages stop selling.
 * @param email of the order, which the server tells the paying browser alone; null elsewhere and for signed-in buyers
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
