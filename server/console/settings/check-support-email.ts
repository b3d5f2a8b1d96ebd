import { isPlaceholderAddress } from '#domain/network/placeholder.ts'
import { isObject, type Json } from '#server/console/content/read-form.ts'

/** Refuses a new support email whose domain is only for examples. The one that the academy came with may stay until it is live. */
export function checkSupportEmail(before: Json, typed: Json): [path: string, message: string][] {
	if (!isObject(before) || !isObject(typed)) return []
	const { supportEmail: address } = typed
	if (typeof address !== 'string' || !address.includes('@') || address === before.supportEmail || !isPlaceholderAddress(address)) return []
	return [['/supportEmail', `No email reaches ${address}: its domain is only for examples. Enter an address that someone reads.`]]
}
