import site from '#content/site.json' with { type: 'json' }
import { isPlaceholderAddress } from '#domain/network/placeholder.ts'
import type { Config } from '#server/config/config.ts'

/**
 * The site's texts name a contact address: terms, privacy policy, mails and receipts all give it.
 * @throws Error that names the file to change
 */
export function refusePlaceholders({ isLive }: Pick<Config, 'isLive'>, supportEmail: string = site.supportEmail): void {
	if (isLive && isPlaceholderAddress(supportEmail))
		throw new Error(
			`content/site.json: supportEmail ${supportEmail} is a placeholder, and it stands in the terms, the privacy policy and every mail; set yours and build again, or set SANDBOX=1 to rehearse`,
		)
}
