import { useState } from 'react'

import { ApiError } from '#app/lib/own-api.ts'
import { reportProblem } from '#app/ui/report-problem.ts'
import { toast, type ToastInput } from '#app/ui/toast-store.ts'

type FormState = { step: 'idle'; fields: Record<string, string> } | { step: 'sending' }

const IDLE: FormState = { step: 'idle', fields: {} }

function failureToast(error: unknown): ToastInput {
	const refused = error instanceof ApiError && error.failure.kind === 'refused' ? error.failure : null
	if (!refused)
		return { title: 'Not sent', description: 'We could not reach the server. What you typed is still here.', variant: 'destructive' }
	if (refused.status === 429)
		return { title: 'Not sent', description: 'You have sent a lot in a short time. Please try again later.', variant: 'destructive' }
	return { title: 'Not sent', description: refused.message, variant: 'destructive' }
}

/**
 * A form that posts: one send at a time, errors under their fields, a toast for success and for failure.
 * @param done null where a text replaces the form and says the same
 */
export function useLeadForm<T>(send: (request: T) => Promise<unknown>, done: ToastInput | null) {
	const [form, setForm] = useState<FormState>(IDLE)

	/** @returns true when the server has stored it */
	async function submit(request: T): Promise<boolean> {
		if (form.step === 'sending') return false
		setForm({ step: 'sending' })
		try {
			await send(request)
			setForm(IDLE)
			if (done) toast(done)
			return true
		} catch (error) {
			reportProblem('The form was not sent', error)
			const fields = error instanceof ApiError && error.failure.kind === 'refused' ? error.failure.fields : {}
			setForm({ step: 'idle', fields })
			toast(failureToast(error))
			return false
		}
	}

	return { isSending: form.step === 'sending', fields: form.step === 'idle' ? form.fields : {}, submit }
}
