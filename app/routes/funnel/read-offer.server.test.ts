import { expect, test } from 'vitest'

import { loadedContent as content } from '#content/loaded.server.ts'

import { readOffer } from './read-offer.server.ts'

test('the newsletter pop-up belongs to the main offer’s page, unless it’s turned off', () => {
	const { lifetimeOffer, offers, site } = content
	expect(readOffer(content).optIn?.title).toBe('New articles by email')
	expect(readOffer({ ...content, site: { ...site, hideNewsletterPopup: true } }).optIn).toBeNull()
	const further = { ...content, offers: [...offers, { ...lifetimeOffer, code: 'further' }] }
	expect(readOffer(further, 'further').optIn).toBeNull()
})
