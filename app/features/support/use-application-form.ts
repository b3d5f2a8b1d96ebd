import { callApi } from '#app/lib/own-api.ts'
import type { Careers } from '#content/schema/careers.ts'
import { checkApplication } from '#domain/support/check-fields.ts'
import { CV_MAX_BYTES } from '#domain/support/check-pdf.ts'

import { textOf, useLetter } from './use-letter.ts'

const APPLICATION_FIELDS = ['position', 'name', 'email', 'message', 'cv'] as const

/** Uploading five megabytes takes a while on a phone. */
const UPLOAD_TIMEOUT_MS = 60_000

function checkForm(data: FormData, words: Careers['form']) {
	const cv = data.get('cv')
	const isTooLarge = cv instanceof File && cv.size > CV_MAX_BYTES
	return {
		...checkApplication({ name: textOf(data, 'name'), email: textOf(data, 'email'), message: textOf(data, 'message') }),
		...(isTooLarge && { cv: words.cvTooLarge }),
	}
}

function sendApplication(data: FormData, applicationId: string): Promise<unknown> {
	data.set('applicationId', applicationId)
	return callApi('/api/support/applications', { body: data, timeoutMs: UPLOAD_TIMEOUT_MS })
}

/** An application with its optional CV. */
export const useApplicationForm = (words: Careers['form']) =>
	useLetter({ fields: APPLICATION_FIELDS, words, check: (data) => checkForm(data, words), send: sendApplication })
