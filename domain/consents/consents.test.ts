import { expect, test } from 'vitest'

import { AGE_RULES, currentAgeRule } from './age-rule.ts'
import { currentSmsConsent, findSmsConsent, SMS_CONSENTS } from './sms-consent.ts'

test.each([{ versions: AGE_RULES }, { versions: SMS_CONSENTS }])('versions are unique dates in order', ({ versions }) => {
	const days = versions.map(({ version }) => version)
	expect(days).toEqual([...new Set(days)].toSorted())
	for (const day of days) expect(day).toMatch(/^\d{4}-\d{2}-\d{2}$/)
	for (const { words } of versions) expect(words).toMatch(/^[A-Z].+\.$/)
})

test('the newest wording is the one shown', () => {
	expect(currentAgeRule).toBe(AGE_RULES.at(-1))
	expect(currentAgeRule.words).toContain('18 or older')
	expect(currentSmsConsent).toBe(SMS_CONSENTS.at(-1))
})

test('the wording names the minimum age, and for SMS the costs and how to stop', () => {
	expect(currentAgeRule.words).toContain('18 or older, or at least 13 with the consent of a parent or guardian')
	for (const { words } of SMS_CONSENTS)
		for (const part of ['Message and data rates may apply.', 'Reply STOP to end the texts, HELP for help.', 'without agreeing'])
			expect(words).toContain(part)
})

test('a version returns its wording, an unknown one null', () => {
	expect(findSmsConsent('2026-11-20')?.words).toContain('Reply STOP')
	expect(findSmsConsent('2020-01-01')).toBeNull()
})
