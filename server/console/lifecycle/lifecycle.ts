import { html } from 'hono/html'

import { type Html, showPage } from '#server/console/shell/page.ts'
import { badge, facts, form } from '#server/console/shell/pieces.ts'
import { places } from '#server/console/shell/places.ts'
import { recordAction } from '#server/console/shell/record-action.ts'
import { action, page } from '#server/console/shell/route.ts'
import type { Work } from '#server/console/shell/work.ts'
import { inTransaction } from '#server/db/in-transaction.ts'
import { ServiceError } from '#server/kernel/errors.ts'
import { composeLetter } from '#server/services/people/letters/letter-mail.ts'
import { type Rule, rulesOf } from '#server/services/people/lifecycle/rules.ts'
import { listRulesOn, switchRule } from '#server/services/people/lifecycle/switch-rule.ts'

const showRule = (work: Work, rule: Rule, isOn: boolean): Html =>
	html`<h2>${rule.title} ${isOn ? badge('on', 'good') : badge('off')}</h2>
		${facts([
			['Leaves', rule.when],
			['Ends', rule.ends],
		])}
		<div class="letter">${composeLetter(work.ctx.content, work.ctx.config, rule.text)(`${work.ctx.config.siteUrl}/unsubscribe`).text}</div>
		${form(work, {
			action: `${places.lifecycle}/${rule.name}`,
			label: isOn ? 'Switch it off' : 'Switch it on',
			hidden: { on: isOn ? 'no' : 'yes' },
			tone: 'quiet',
		})}`

async function showRules(work: Work) {
	const on = await listRulesOn(work.ctx.db)
	const content = html`<p><a href="${places.letters}">Letters</a></p>
		<p>
			Each is sent to a person once, only to subscribers who agreed to letters, and counts as their one letter of the week. You can
			<a href="${places.contentFile}?path=lifecycle.json">edit the texts</a>.
		</p>
		${rulesOf(work.ctx.content).map((rule) => showRule(work, rule, on.has(rule.name)))}`
	return showPage(work, { title: 'Automatic letters', content })
}

async function switchOne(work: Work, fields: Readonly<Record<string, string>>) {
	const isOn = fields.on === 'yes'
	await inTransaction(work.ctx.db, async (tx) => {
		const name = await switchRule(work.ctx, tx, { name: work.c.req.param('rule') ?? '', isOn })
		if (name === null) throw new ServiceError('not-found', 'rule_not_found', 'There is no such rule.')
		await recordAction(work, tx, { action: isOn ? 'lifecycle_on' : 'lifecycle_off', object: { kind: 'letter', id: name } })
	})
	return work.c.redirect(`${places.lifecycle}?said=${isOn ? 'lifecycle-on' : 'lifecycle-off'}`, 303)
}

/** Automatic letters; off until somebody switches them on. */
export const lifecycleRoutes = [page(places.lifecycle, 'operator', showRules), action(`${places.lifecycle}/:rule`, 'operator', switchOne)]
