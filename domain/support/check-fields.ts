import { isEmailAddress, INVALID_EMAIL_MESSAGE } from '#domain/email/email-address.ts'

const NAME_MAX_LENGTH = 200

/** A form field. `check` returns the error, or nothing if the text is valid; `tidy` returns the text to store. */
type Field = { check: (text: string) => string | undefined; tidy: (text: string) => string }
type Fields = Readonly<Record<string, Field>>
type Values<F extends Fields> = Record<keyof F, string>

const ONE_LINE = /^\P{Cc}*$/u
/** Text without control characters other than line breaks and tabs. */
const LINES = /^(?:[\n\t]|\P{Cc})*$/u

/** Counts code points, so that an emoji is one character. */
const countCharacters = (text: string) => [...text].length

/** Normalizes line breaks, because a native form post sends CRLF and each must count as one character. */
const readLines = (text: string): string => text.replace(/\r\n?/g, '\n')

const isBlank = (text: string) => text.trim() === ''

const line = (label: string): Field => ({
	check: (text) => {
		if (isBlank(text)) return `${label} is required`
		if (countCharacters(text.trim()) > NAME_MAX_LENGTH) return `${label} must be at most ${NAME_MAX_LENGTH} characters`
		return ONE_LINE.test(text.trim()) ? undefined : `${label} must be plain text on one line`
	},
	tidy: (text) => text.trim(),
})

const address: Field = {
	check: (text) => {
		if (isBlank(text)) return 'Email is required'
		return isEmailAddress(text.trim()) ? undefined : INVALID_EMAIL_MESSAGE
	},
	tidy: (text) => text.trim().toLowerCase(),
}

const message = (most: number): Field => ({
	check: (text) => {
		if (isBlank(text)) return 'Message is required'
		if (countCharacters(readLines(text)) > most) return `Message must be less than ${most} characters`
		return LINES.test(readLines(text)) ? undefined : 'Message must be plain text'
	},
	tidy: (text) => readLines(text).trim(),
})

/** Fields of the contact form. Each is a column of the table. The contract, the labels and the data export are derived from this list. */
export const contactFields = { name: line('Name'), email: address, subject: line('Subject'), message: message(1000) }

export const applicationFields = { name: line('Name'), email: address, message: message(4000) }

export const fieldNames = <F extends Fields>(fields: F) => Object.keys(fields) as (keyof F & string)[]

export const mapFields = <F extends Fields, T>(fields: F, read: (name: keyof F & string, field: Field) => T) =>
	Object.fromEntries(fieldNames(fields).map((name) => [name, read(name, fields[name] as Field)])) as Record<keyof F, T>

/** Returns each field's error, undefined if the field is valid. Used in the browser and on the server. */
export const checkFields = <F extends Fields>(fields: F, values: Values<F>) => mapFields(fields, (name, { check }) => check(values[name]))
