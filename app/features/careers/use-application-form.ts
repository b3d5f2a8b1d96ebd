import { useRef, useState } from 'react'

import { newId } from '#app/lib/new-id.ts'
import { ApiError, callApi } from '#app/lib/own-api.ts'
import { reportProblem } from '#app/lib/report-problem.ts'
import { toast } from '#app/ui/toast-store.ts'
import type { Careers } from '#content/schema/careers.ts'
import { checkApplication } from '#domain/support/check-fields.ts'
import { CV_MAX_BYTES } from '#domain/support/check-pdf.ts'

export const APPLICATION_FIELDS = ['position', 'name', 'email', 'message', 'cv'] as const
export type ApplicationField = (typeof APPLICATION_FIELDS)[number]
type Messages = { [Field in ApplicationField]?: string | undefined }

/** Five megabytes take their time on a phone. */
const UPLOAD_TIMEOUT_MS = 60_000

const sendApplication = (form: FormData) => callApi<unknown>('/api/support/applications', { body: form, timeoutMs: UPLOAD_TIMEOUT_MS })

function checkForm(data: FormData, words: Careers['form']): Messages {
	const text = (name: string) => {
		const value = data.get(name)
		return typeof value === 'string' ? value : ''
	}
	const cv = data.get('cv')
	const isTooLarge = cv instanceof File && cv.size > CV_MAX_BYTES
	return {
		...checkApplication({ name: text('name'), email: text('email'), message: text('message') }),
		...(isTooLarge && { cv: words.cvTooLarge }),
	}
}

/** Idle, sending, then success (form cleared) or failure (text and file kept), as the contact form. */
export function useApplicationForm(words: Careers['form'], send: typeof sendApplication = sendApplication) {
	const [isSending, setSending] = useState(false)
	const [errors, setErrors] = useState<Messages>({})
	// The same form sent again after a lost answer is the same application.
	const applicationId = useRef<string | null>(null)

	/** @returns true when the server has stored it */
	async function submit(form: HTMLFormElement): Promise<boolean> {
		if (isSending) return false
		const data = new FormData(form)
		const wrong = checkForm(data, words)
		setErrors(wrong)
		const first = APPLICATION_FIELDS.find((field) => wrong[field])
		if (first) {
			form.querySelector<HTMLElement>(`[name="${first}"]`)?.focus()
			return false
		}

		setSending(true)
		applicationId.current ??= newId()
		data.set('applicationId', applicationId.current)
		try {
			await send(data)
			applicationId.current = null
			form.reset()
			toast(words.successToast)
			return true
		} catch (error) {
			reportProblem('The application was not sent', error)
			if (error instanceof ApiError && error.failure.kind === 'refused') setErrors(error.failure.fields)
			toast(words.failureToast)
			return false
		} finally {
			setSending(false)
		}
	}

	/** The field's error is out of date, and the form is another application. */
	function change(field: ApplicationField): void {
		applicationId.current = null
		setErrors((current) => ({ ...current, [field]: undefined }))
	}

	return { isSending, errors, submit, change }
}
