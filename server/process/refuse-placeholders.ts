import type { Content } from '#content/load-content.server.ts'
import type { FileIssue } from '#content/parsed-files.ts'
import { isPlaceholderAddress } from '#domain/network/placeholder.ts'
import { isPlaceholderIban } from '#domain/orders/iban.ts'
import type { Config } from '#server/config/config.ts'

type Texts = { supportEmail: string; iban: string }

/** Returns the published texts to check, because the console may have changed them. */
export const textsOf = ({ site, bankTransfer }: Content): Texts => ({ supportEmail: site.supportEmail, iban: bankTransfer.account.iban })

type Settings = Pick<Config, 'isLive' | 'payments'>

/** Lists placeholders in the terms, privacy policy, emails and receipts of a live site. */
export function listPlaceholders({ isLive, payments }: Settings, { supportEmail, iban }: Texts): FileIssue[] {
	const found: FileIssue[] = []
	if (isLive && payments.kind === 'bank-transfer' && isPlaceholderIban(iban))
		found.push({
			file: 'company/bank-transfer.json',
			line: 1,
			message: 'the account is a placeholder, and buyers would be asked to send money to it; set yours, or leave BANK_TRANSFER unset',
		})
	if (isLive && isPlaceholderAddress(supportEmail))
		found.push({
			file: 'site.json',
			line: 1,
			message: `supportEmail ${supportEmail} is a placeholder, and it is in the terms, the privacy policy and every email; set yours, or set SANDBOX=1 to rehearse`,
		})
	return found
}

/** @throws Error that names the file to change if a live site has a placeholder */
export function refusePlaceholders(settings: Settings, texts: Texts): void {
	const [found] = listPlaceholders(settings, texts)
	if (found) throw new Error(`content/${found.file}: ${found.message}`)
}
