import { isEmailAddress, NOT_AN_ADDRESS } from '#domain/email/email-address.ts'

export const NAME_MAX_LENGTH = 200
export const CONTACT_MESSAGE_MAX_LENGTH = 1000
export const APPLICATION_MESSAGE_MAX_LENGTH = 4000

export type ContactValues = { name: string; email: string; subject: string; message: string }
export type ApplicationValues = { name: string; email: string; message: string }
/** What is wrong, by field; a valid field is absent. */
export type FieldMessages<T> = { [Field in keyof T]?: string | undefined }

const ONE_LINE = /^\P{Cc}*$/u
/** Line breaks and tabs, but no other control character. */
const LINES = /^(?:[\n\t]|\P{Cc})*$/u

/** Characters by code point: an emoji outside the first plane is one. */
const countCharacters = (text: string) => [...text].length

/** A browser that posts a form by itself ends lines with two characters; they count as one. */
export const readLines = (text: string): string => text.replace(/\r\n?/g, '\n')

const isBlank = (text: string) => text.trim() === ''

function checkLine(label: string, text: string): string | undefined {
	if (isBlank(text)) return `${label} is required`
	if (countCharacters(text.trim()) > NAME_MAX_LENGTH) return `${label} must be at most ${NAME_MAX_LENGTH} characters`
	return ONE_LINE.test(text.trim()) ? undefined : `${label} must be plain text on one line`
}

function checkEmail(text: string): string | undefined {
	if (isBlank(text)) return 'Email is required'
	return isEmailAddress(text.trim()) ? undefined : NOT_AN_ADDRESS
}

function checkMessage(text: string, most: number): string | undefined {
	if (isBlank(text)) return 'Message is required'
	if (countCharacters(readLines(text)) > most) return `Message must be less than ${most} characters`
	return LINES.test(readLines(text)) ? undefined : 'Message must be plain text'
}

const withoutRight = <T extends object>(messages: { [Field in keyof T]: string | undefined }) =>
	Object.fromEntries(Object.entries(messages).filter(([, message]) => message !== undefined)) as FieldMessages<T>

/** The contact form's rules and words, the same in the browser and on the server. */
export const checkContact = ({ name, email, subject, message }: ContactValues): FieldMessages<ContactValues> =>
	withoutRight<ContactValues>({
		name: checkLine('Name', name),
		email: checkEmail(email),
		subject: checkLine('Subject', subject),
		message: checkMessage(message, CONTACT_MESSAGE_MAX_LENGTH),
	})

/** The application form's rules, in the words of the contact form. */
export const checkApplication = ({ name, email, message }: ApplicationValues): FieldMessages<ApplicationValues> =>
	withoutRight<ApplicationValues>({
		name: checkLine('Name', name),
		email: checkEmail(email),
		message: checkMessage(message, APPLICATION_MESSAGE_MAX_LENGTH),
	})
