import type { Content } from '#content/load-content.server.ts'
import { isPlaceholderAddress } from '#domain/network/placeholder.ts'
import { isPlaceholderIban } from '#domain/orders/iban.ts'
import type { Config } from '#server/config/config.ts'

type Texts = { supportEmail: string; iban: string }

/** Those of the release that is public: the console may have changed them. */
export const textsOf = ({ site, bankTransfer }: Content): Texts => ({ supportEmail: site.supportEmail, iban: bankTransfer.account.iban })

/**
 * The site's texts name a contact address: terms, privacy policy, mails and receipts all give it. With bank transfers they
 * name an account as well.
 * @throws Error that names the file to change
 */
export function refusePlaceholders({ isLive, payments }: Pick<Config, 'isLive' | 'payments'>, texts: Texts): void {
	const { supportEmail, iban } = texts
	if (isLive && payments.kind === 'bank-transfer' && isPlaceholderIban(iban))
		throw new Error(
			'content/company/bank-transfer.json: the account is a placeholder, and buyers would be asked to send money to it; set yours, or leave BANK_TRANSFER unset',
		)
	if (isLive && isPlaceholderAddress(supportEmail))
		throw new Error(
			`content/site.json: supportEmail ${supportEmail} is a placeholder, and it stands in the terms, the privacy policy and every mail; set yours and build again, or set SANDBOX=1 to rehearse`,
		)
}
