import { listTimeZones } from '#domain/clock/time-zones.ts'
import { isColor } from '#domain/color/brand-theme.ts'

import { KEY_NAMES } from './key-names.ts'
import { isObject, itemSchema, type Json, optionsOf, resolveVariant, type FormShape } from './read-form.ts'

/** Maximum characters of a single-line field. Longer texts get a text area, and longer entry names are truncated. */
const SINGLE_LINE_MAX = 60

const toWords = (key: string) => {
	const words = key
		.replace(/(?<=[a-z])Id(s?)$/, '$1')
		.replace(/(?<=[a-z])Slug$/, '')
		.replaceAll(/([a-z])([A-Z])/g, '$1 $2')
		.replaceAll(/[-_]/g, ' ')
		.toLowerCase()
	return words.charAt(0).toUpperCase() + words.slice(1)
}
export const nameMember = ({ title }: FormShape, key: string): string =>
	title ?? (Object.hasOwn(KEY_NAMES, key) ? KEY_NAMES[key]! : toWords(key))

/** Returns “testimonial” for a list named “Testimonials”; null if its name isn't a plural. */
export function nameSingleEntry(label: string): string | null {
	if (!/^[A-Z][a-z -]*[^s]s$/.test(label) || / (?:and|on|to|with) |^(?:Contents|Includes)$/.test(label)) return null
	const singular = label.replace(/ies$/, 'y').replace(/s$/, '')
	return singular.charAt(0).toLowerCase() + singular.slice(1)
}

/** Returns “Testimonial” for a list named “Testimonials”, and any other name as it is. */
export const nameOne = (label: string): string => {
	const single = nameSingleEntry(label)
	return single === null ? label : single.charAt(0).toUpperCase() + single.slice(1)
}

export const toInputType = ({ format }: FormShape) => {
	if (format === 'email' || format === 'date') return format
	return format === 'uri' ? 'url' : 'text'
}

const LONG_TEXTS = /(?:^|[a-z])(?:text|description|answer|explanation|intro|excerpt|lead|body|content)$/i

const isLongTextField = (key: string): boolean => LONG_TEXTS.test(key)

const CHARACTERS_PER_LINE = 75

/** Returns the rows of a text area; null for a single-line field. */
export function countRows(text: string, key: string): number | null {
	if (text.length <= SINGLE_LINE_MAX && !text.includes('\n')) return isLongTextField(key) ? 2 : null
	return Math.min(14, text.split('\n').length + Math.ceil(text.length / CHARACTERS_PER_LINE))
}

/** True for a text that the schema accepts empty. It may still be needed, such as the seller’s name for invoices. */
export const acceptsEmpty = ({ type, format, minLength = 0, pattern }: FormShape): boolean =>
	type === 'string' && format === undefined && minLength === 0 && (pattern === undefined || new RegExp(pattern).test(''))

/** Returns a value with its label: from the schema, or the value itself if it is text. */
function nameOption(value: unknown, labels: FormShape['labels']): readonly [string, string] {
	const text = String(value)
	if (typeof value === 'boolean') return [text, value ? 'Yes' : 'No']
	return [text, labels?.[text] ?? (/^[a-z][a-zA-Z-]+$/.test(text) ? toWords(text) : text)]
}

const nameCurrency = (code: string) => {
	if (!/^[A-Z]{3}$/.test(code)) return code
	const name = new Intl.DisplayNames('en', { type: 'currency' }).of(code)
	return name === undefined || name === code ? code : `${code} – ${name}`
}

const COUNTRY_NAMES = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' })
/** Names a country. A stored value may not be a valid code, for which Intl would throw. */
const nameCountry = (code: string) => (/^[A-Z]{2}$/.test(code) ? (COUNTRY_NAMES.of(code) ?? code) : code)

/** Codes known to Intl that aren't countries in ISO 3166-1: unions, parts of countries, test codes. XK (Kosovo) is kept. */
const NO_COUNTRIES = new Set(['AC', 'CP', 'CQ', 'DG', 'EA', 'EU', 'EZ', 'IC', 'QO', 'TA', 'UN', 'XA', 'XB', 'ZZ'])
const LETTERS = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ']

/** All country codes, sorted by name; replaced codes such as DD are left out. */
const COUNTRIES = LETTERS.flatMap((first) => LETTERS.map((second) => first + second))
	.filter((code) => !NO_COUNTRIES.has(code) && COUNTRY_NAMES.of(code) !== undefined)
	.filter((code) => Intl.getCanonicalLocales(`und-${code}`)[0] === `und-${code}`)
	.toSorted((one, other) => nameCountry(one).localeCompare(nameCountry(other), 'en'))

export const listCountries = () => nameOptions(['', ...COUNTRIES], { format: 'country', labels: { '': 'Not set' } })

const NAMES_OF_FORMATS: Readonly<Record<string, (value: string) => string>> = {
	currency: nameCurrency,
	country: nameCountry,
	'time-zone': (zone) => zone.replaceAll('_', ' '),
}

/** Currencies that the form lists first. */
const COMMON_CURRENCIES = ['USD', 'EUR', 'GBP', 'CAD', 'AUD', 'CHF', 'INR', 'JPY']

/** Currencies known to Intl that are withdrawn, aren't money, or are refused by the schema of offers. */
const NO_CURRENCIES = new Set(['ANG', 'BGN', 'CUC', 'HRK', 'SLL', 'ZWL', 'XDR', 'XSU', 'ISK', 'MGA', 'UGX'])

const listCurrencies = () => [
	...COMMON_CURRENCIES,
	...Intl.supportedValuesOf('currency').filter((code) => !COMMON_CURRENCIES.includes(code) && !NO_CURRENCIES.has(code)),
]

/** Returns the known values of a schema format, such as countries; null for free text. */
export function listKnownValues(format: string | undefined): readonly string[] | null {
	if (format === 'currency') return listCurrencies()
	if (format === 'country') return ['', ...COUNTRIES]
	return format === 'time-zone' ? listTimeZones() : null
}

export function nameOptions(values: readonly unknown[], { labels, format = '' }: FormShape): (readonly [string, string])[] {
	const write = NAMES_OF_FORMATS[format]
	return values.map((value) => {
		const [text, words] = nameOption(value, labels)
		return [text, write && /^[A-Z]/.test(text) ? write(text) : words]
	})
}

/** Returns the form's label of a stored value: `destructive` becomes “Warning”. A value without a label is returned unchanged. */
export function nameChoice(shape: FormShape, value: Json): Json {
	const { shape: own } = resolveVariant(shape, value)
	if (Array.isArray(value)) return value.map((item: Json, index) => nameChoice(itemSchema(own, index), item))
	const named = { ...own, ...shape }
	const options = optionsOf(own) ?? listKnownValues(named.format)
	if (typeof value !== 'string' || !options || !(options.includes(value) || named.labels?.[value])) return value
	return nameOptions([value], named)[0]?.[1]
}

/** Fields that can name a list entry, by priority. */
const NAMES = ['title', 'name', 'productName', 'label', 'question', 'heading', 'code']

export function nameEntry(value: Json): string | undefined {
	if (!isObject(value)) return undefined
	const named = NAMES.map((key) => value[key]).find((each) => typeof each === 'string' && each.trim() !== '')
	const others = Object.entries(value).flatMap(([key, each]) => (key === 'id' ? [] : [each]))
	const found = named ?? others.find((each) => typeof each === 'string' && each.trim() !== '' && !isColor(each))
	if (typeof found !== 'string') return undefined
	return found.length > SINGLE_LINE_MAX ? `${found.slice(0, SINGLE_LINE_MAX).trimEnd()}…` : found
}
