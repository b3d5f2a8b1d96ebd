import { consolePaths } from '#contracts/console-paths.ts'
import { OUTBOX_PATH } from '#contracts/paths.ts'

type NoticeLink = { label: string; href: string }
type Notice = string | { done: string; mailed: string } | { done: string; link: NoticeLink }

const PUBLISH: NoticeLink = { label: 'Review and publish', href: consolePaths.contentPublish }
const OUTBOX: NoticeLink = { label: 'See it in the outbox', href: OUTBOX_PATH }

const FLASH_MESSAGES: ReadonlyMap<string, Notice> = new Map<string, Notice>([
	['signed-out', 'You’re signed out.'],
	['coupon-created', 'Coupon created. Buyers can enter it on your offer page, right away or from the start time you set.'],
	['coupon-changed', 'Coupon saved. Open checkouts keep their price.'],
	['coupon-ended', 'Coupon ended. You can turn it on again.'],
	['coupon-resumed', 'Coupon turned on again.'],
	['coupon-unchanged', 'Nothing was changed: someone else did this in the meantime.'],
	['view-saved', 'View saved.'],
	['undone', 'Undone.'],
	['bulk-started', 'Started. It runs in the background.'],
	['bulk-canceled', 'Canceled. The rest is unchanged.'],
	['bulk-unchanged', 'Nothing was changed: this bulk action already started or ended.'],
	['view-deleted', 'View deleted.'],
	['refund-granted', { done: 'Refund started. The money is on its way.', mailed: 'The buyer gets an email.' }],
	['invoice-made', 'Invoice issued.'],
	['invoice-corrected', 'New invoice and credit note issued.'],
	['mail-sent-again', { done: '', mailed: 'Email sent again.' }],
	['mail-was-sent', 'This email was resent a moment ago. It wasn’t sent twice.'],
	['order-reconciled', 'Checked with the provider. The order is up to date.'],
	['facts-refused', 'Nothing was changed: the provider’s data doesn’t match this order. An alert on Today says why.'],
	['transfer-marked', { done: 'Marked as paid. The buyer has access.', mailed: 'They get a receipt by email.' }],
	[
		'transfer-was-marked',
		'Nothing was changed: this transfer was already marked as paid. If the money arrived twice, send the second payment back.',
	],
	['refund-marked', { done: 'Refund marked as sent.', mailed: 'The buyer gets an email.' }],
	['refund-was-marked', 'Nothing was changed: this refund was already marked as sent.'],
	['sign-up-code-sent', { done: '', mailed: 'The sign-up email is on its way.' }],
	['learner-renamed', 'Name saved.'],
	['signed-out-there', 'Signed out on every device.'],
	['access-given', { done: 'Access granted.', mailed: 'We emailed the learner.' }],
	['access-given-quietly', 'Access granted. We sent no email.'],
	['access-waits', { done: 'Access granted. It opens when the learner signs in.', mailed: 'We emailed an invitation.' }],
	['learner-added', 'Learner added. We sent no email: they can get a sign-in code for this address on the sign-in page.'],
	['learner-invited', { done: 'Learner added.', mailed: 'The invitation is on its way.' }],
	['access-ended', 'Access ended.'],
	['access-end-set', 'Saved.'],
	['access-end-removed', 'Access is open, without an end.'],
	['banned', 'Account banned and signed out everywhere.'],
	['ban-lifted', 'Ban lifted.'],
	['factors-removed', 'Second factors and passkeys removed, and signed out everywhere. Email the owner about it.'],
	['view-ended', 'View closed.'],
	['erasure-requested', { done: 'The account will be deleted after the grace period.', mailed: 'We emailed its owner.' }],
	['erasure-canceled', { done: 'Deletion canceled.', mailed: 'We emailed the account’s owner.' }],
	['erasure-none', 'Nothing was changed: no deletion is pending.'],
	['backup-started', 'The backup starts within seconds. Its result appears below.'],
	['restore-test-started', 'The restore test starts within seconds. Its result appears below.'],
	['job-retried', 'The job starts over.'],
	['job-unchanged', 'Nothing was changed: this job is no longer on the list.'],
	['alert-closed', 'Alert resolved. It stays on record.'],
	['alert-was-closed', 'Nothing was changed: this alert was already resolved.'],
	['alert-gone', 'Nothing was changed: we can’t find that alert.'],
	['queue-was-decided', 'Nothing was changed: someone else has handled this in the meantime; see below.'],
	['put-off', 'Snoozed for a week.'],
	['taken-care-of', 'Marked as done. It comes back if something changes.'],
	['taken-back', 'It’s back in the queue, if it still applies.'],
	['learner-written', { done: '', mailed: 'The email is on its way.' }],
	['learner-written-later', { done: 'Snoozed for two weeks. You can undo this below.', mailed: 'The email is on its way.' }],
	['ticket-answered', { done: '', mailed: 'Answer sent.' }],
	['ticket-noted', 'Note added.'],
	['learner-noted', 'Note added.'],
	['learner-note-deleted', 'Note deleted.'],
	['tag-added', 'Tag added.'],
	['tag-removed', 'Tag removed.'],
	['tags-unchanged', 'Nothing was changed: the tags were already like this.'],
	['ticket-assigned', 'Assignment changed.'],
	['ticket-closed', 'Ticket closed. No email was sent.'],
	['ticket-reopened', 'Ticket reopened. It needs an answer again.'],
	['ticket-unchanged', 'Nothing was changed: someone else changed this ticket in the meantime.'],
	['address-erased', 'Deleted. Invoices and order amounts are kept.'],
	['early-access-told', { done: 'The emails are queued.', mailed: 'They go out in the daytime.' }],
	['answer-saved', 'Reply saved.'],
	['answer-deleted', 'Reply deleted.'],
	['application-settled', 'Status changed.'],
	['application-unchanged', 'Nothing was changed: the application already has this status.'],
	['files-deleted', 'Files deleted.'],
	['files-unchanged', 'Nothing was deleted: no file was selected, or someone else deleted it first.'],
	['mail-retried', { done: '', mailed: 'Sending again.' }],
	['mail-unchanged', 'Nothing was changed: this email hasn’t failed, or someone else retried it first.'],
	['subscriber-added', 'Subscriber added. They’ll get newsletters from now on.'],
	[
		'subscriber-asked',
		{
			done: 'Added as pending.',
			mailed: 'We ask this address by email to confirm, in the daytime. Without an answer within a week, it’s deleted.',
		},
	],
	['subscription-ended', 'Subscription ended. This address gets no more newsletters.'],
	['subscription-unchanged', 'Nothing was changed: this subscription has already ended.'],
	['import-columns', 'Checked again with these columns. Nothing has been imported yet.'],
	['import-applied', 'Imported.'],
	['import-dropped', 'File deleted. Nothing in it was imported.'],
	['audience-saved', 'Audience saved.'],
	['audience-deleted', 'Audience deleted.'],
	['lifecycle-on', 'Automation is on. It starts sending within a minute, in the daytime.'],
	['lifecycle-off', 'Automation is off.'],
	['lifecycle-delayed', 'Saved.'],
	['lifecycle-added', 'Automation added. Write its text, publish it, then turn it on.'],
	['lifecycle-deleted', 'Automation deleted.'],
	['issue-saved', 'Draft saved.'],
	['issue-tested', { done: '', mailed: 'Test sent.' }],
	['issue-scheduled', 'Scheduled. To change it before it starts, choose “Back to draft”.'],
	['issue-sending', 'Sending starts within a minute, or after the email that is going out now. This page shows its progress.'],
	['issue-unschedule', 'It’s a draft again. Nothing was sent.'],
	['issue-pause', 'Paused. Emails already queued still go out.'],
	['issue-resume', 'Resumed.'],
	['issue-stop', 'Stopped. Emails not sent yet are held back.'],
	['issue-unchanged', 'Nothing was changed: someone else did this first, or the email’s status has changed.'],
	['issue-deleted', 'Draft deleted.'],
	['suppression-lifted', 'Emails to this address resumed.'],
	[
		'course-begun',
		{
			done: 'The course is a draft with one module and one lesson. Next, sell it, then publish.',
			link: { label: 'Add an offer', href: `${consolePaths.contentBegin}/offer` },
		},
	],
	['module-begun', { done: 'The module is a draft with one lesson.', link: PUBLISH }],
	['content-saved', 'Draft saved. Publish it when it’s ready.'],
	['links-changed', 'Links changed, as drafts. Check the words around them before you publish.'],
	['article-deleted', { done: 'Article deleted in a draft. If it is public, visitors can open it until you publish.', link: PUBLISH }],
	['page-deleted', 'Page deleted. If it is public, visitors can open it until you publish.'],
	['content-renamed', 'Draft saved. The course shows the new title, too. Publish both when they’re ready.'],
	['invitation-sent', { done: '', mailed: 'Invitation sent.' }],
	['invitation-withdrawn', 'Invitation canceled. Its link no longer works.'],
	['invitation-gone', 'Nothing was changed: this invitation was accepted or canceled.'],
	['role-changed', 'Role changed. They have to sign in again.'],
	['member-ended', 'Access ended. They’re signed out of the console.'],
	['zone-saved', 'Saved as a draft. The console uses this time zone once you publish.'],
	[
		'pages-turned-off',
		{ done: 'Saved as drafts. Links to pages that are off point to the page you chose. Check the words around them.', link: PUBLISH },
	],
	['name-saved', 'Saved as drafts, and your other texts use the new name, too. Review them before you publish.'],
	['settings-saved', 'Saved as a draft. Visitors see it once you publish.'],
	[
		'regular-price-dropped',
		'Saved as a draft, without the regular price: it isn’t above the new price anymore. Visitors see this once you publish.',
	],
	['connection-saved', 'Saved. The new settings take effect when the server restarts.'],
	['connection-unchanged', 'Nothing was changed.'],
	['test-mail-sent', { done: '', mailed: 'Test email sent to your address.' }],
	['content-unchanged', 'Everything is already saved. Publish it when it’s ready.'],
	['draft-discarded', 'Draft discarded. The site shows what it showed before.'],
	['drafts-discarded', 'Drafts discarded. The site shows what it showed before.'],
	['content-restored', 'Restored as the newest draft. Publish it to make it public.'],
	['content-restored-public', 'Restored. The site already shows this version, so there’s nothing to publish.'],
	['outline-saved', { done: 'Saved as a draft.', link: PUBLISH }],
	['outline-undone', 'Undone.'],
	['lesson-duplicated', 'Lesson duplicated as a draft. Learners don’t see it until you publish it.'],
	['part-removed', { done: 'Removed in a draft. Learners see no change until you publish.', link: PUBLISH }],
	['outline-unchanged', 'Nothing was changed.'],
	['content-scheduled', 'Scheduled. You can cancel it until then.'],
	['content-unscheduled', 'Canceled. The drafts are still drafts, and nothing was published.'],
	['content-schedule-gone', 'Nothing was changed: this release was already published or canceled.'],
	['media-uploaded', 'Uploaded.'],
	['media-saved', 'Saved.'],
	['picture-imported', 'Imported. The draft of the text now shows it; publish it when it’s ready.'],
	['media-deleted', 'Deleted.'],
	['captions-added', 'Captions added.'],
	[
		'captions-drafted',
		{ done: 'Captions added. Visitors see them once you publish the drafts of the texts that show this video.', link: PUBLISH },
	],
	['captions-deleted', 'Captions deleted.'],
	[
		'captions-deleted-drafted',
		{ done: 'Captions deleted. Pages stop offering them once you publish the drafts of the texts that show this video.', link: PUBLISH },
	],
	['suppression-none', 'Nothing was changed: emails to this address aren’t suppressed.'],
])

/** Notice of the last action, with a link to what comes next. */
export type ShownNotice = { text: string; link: NoticeLink | null }

/** Notices that say when access ends. */
const OF_ACCESS = /^(?:access|learner)-/

type NoticeContext = { isMailSandbox: boolean; /** End of access, as `?ends=` says it, in words. */ ends?: string | null }

/** Returns the message for `?notice=`; null if there is none. In the mail sandbox it links to the outbox, where the email is. */
export function findNotice(word: string | null, { isMailSandbox, ends = null }: NoticeContext): ShownNotice | null {
	const notice = FLASH_MESSAGES.get(word ?? '') ?? null
	if (notice === null) return null
	const end = ends !== null && OF_ACCESS.test(word ?? '') ? `Access ends ${ends}.` : ''
	if (typeof notice === 'string') return { text: [notice, end].filter(Boolean).join(' '), link: null }
	if ('link' in notice) return { text: notice.done, link: notice.link }
	const text = [notice.done, end, notice.mailed].filter(Boolean).join(' ')
	return isMailSandbox ? { text: `${text} Sandbox: no email left this server.`, link: OUTBOX } : { text, link: null }
}
