/** What a page says after something was done, by the word in its address. */
export const SAID: ReadonlyMap<string, string> = new Map([
	['signed-out', 'You are signed out.'],
	['refund-granted', 'The refund is granted. The server sends the money, and the buyer is told by mail.'],
	['mail-sent-again', 'The mail is on its way.'],
	['mail-was-sent', 'This mail was sent again a moment ago; it was not sent twice.'],
	['order-reconciled', 'The provider was asked. The order stands as it says.'],
	['transfer-marked', 'The transfer is marked as paid. The buyer gets access and a receipt.'],
	[
		'transfer-was-marked',
		'Nothing was changed: this transfer was marked as paid before. Money that came a second time has to be sent back.',
	],
	['refund-marked', 'The refund is marked as sent, and the buyer is told.'],
	['refund-was-marked', 'Nothing was changed: this refund was marked as sent before.'],
	['signed-out-there', 'Every session of this account is ended.'],
	['banned', 'The account is banned and signed out.'],
	['ban-lifted', 'The ban is lifted.'],
	['factors-removed', 'Second factors and passkeys are removed, and every session is ended. Please tell the owner by mail.'],
	['erasure-requested', 'The account will be deleted after the days of grace. Its owner was told by mail.'],
])
