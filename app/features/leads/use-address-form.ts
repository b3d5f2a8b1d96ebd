import { useState } from 'react'

import type { ToastInput } from '#app/ui/toast-store.ts'
import { isEmailAddress } from '#domain/email/email-address.ts'

import { useLeadForm } from './use-lead-form.ts'

type AddressForm<T> = {
	send: (request: T) => Promise<unknown>
	toRequest: (email: string) => T
	done: ToastInput
	invalidEmail: string
}

/** A form that asks only for an address: its error, and the empty field after it was sent. */
export function useAddressForm<T extends object>({ send, toRequest, done, invalidEmail }: AddressForm<T>) {
	const [email, setEmail] = useState('')
	const [isWrong, setWrong] = useState(false)
	const { isSending, fields, submit } = useLeadForm<T>(send, done)

	async function sendAddress(website: string) {
		const address = email.trim()
		setWrong(!isEmailAddress(address))
		if (!isEmailAddress(address)) return
		if (await submit({ ...toRequest(address), ...(website && { website }) })) setEmail('')
	}

	function setText(text: string) {
		setEmail(text)
		setWrong(false)
	}

	return {
		email,
		error: isWrong ? invalidEmail : fields['email'],
		isSending,
		setText,
		send: (website: string) => void sendAddress(website),
	}
}
