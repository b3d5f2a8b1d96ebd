import type { SamlAssertion, SamlAttribute, SamlEnvelope, SubjectConfirmation } from '#domain/auth/saml-answer.ts'

import { invalidSaml, findChildElements, SamlError, type XmlElement } from './saml-types.ts'

const ASSERTION = 'urn:oasis:names:tc:SAML:2.0:assertion'
const PROTOCOL = 'urn:oasis:names:tc:SAML:2.0:protocol'
const SUCCESS = 'urn:oasis:names:tc:SAML:2.0:status:Success'
const BEARER = 'urn:oasis:names:tc:SAML:2.0:cm:bearer'
/** Pattern for a time in UTC (SAML core, section 1.3.3). */
const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/

function readTime(text: string | undefined): number | null {
	if (text === undefined) return null
	const time = TIME.test(text) ? Date.parse(text) : Number.NaN
	if (Number.isNaN(time)) throw invalidSaml('a time cannot be read')
	return time
}

function atMostOne(elements: readonly XmlElement[], what: string): XmlElement | null {
	if (elements.length > 1) throw invalidSaml(`more than one ${what}`)
	return elements[0] ?? null
}

const samlChildren = (element: XmlElement, name: string) => findChildElements(element, ASSERTION, name)

function readConfirmations(subject: XmlElement): SubjectConfirmation[] {
	return samlChildren(subject, 'SubjectConfirmation')
		.filter(({ attributes }) => attributes.Method === BEARER)
		.map((confirmation) => atMostOne(samlChildren(confirmation, 'SubjectConfirmationData'), 'SubjectConfirmationData')?.attributes ?? {})
		.map(({ Recipient, InResponseTo, NotBefore, NotOnOrAfter }) => ({
			recipient: Recipient ?? null,
			inResponseTo: InResponseTo ?? null,
			notBefore: readTime(NotBefore),
			notOnOrAfter: readTime(NotOnOrAfter),
		}))
}

const readAttribute = (attribute: XmlElement): SamlAttribute => ({
	name: attribute.attributes.Name ?? '',
	friendlyName: attribute.attributes.FriendlyName ?? null,
	values: samlChildren(attribute, 'AttributeValue').map(({ text }) => text),
})

/**
 * @param root the assertion exactly as it was signed
 * @throws SamlError invalid
 */
export function readAssertion(root: XmlElement): SamlAssertion {
	if (root.uri !== ASSERTION || root.name !== 'Assertion' || root.attributes.Version !== '2.0')
		throw invalidSaml('no assertion of SAML 2.0')
	const { ID: id = '', IssueInstant } = root.attributes
	const issuedAt = readTime(IssueInstant)
	if (id === '' || issuedAt === null) throw invalidSaml('an assertion without id or time')
	const subject = atMostOne(samlChildren(root, 'Subject'), 'Subject')
	const nameId = subject && atMostOne(samlChildren(subject, 'NameID'), 'NameID')
	const conditions = atMostOne(samlChildren(root, 'Conditions'), 'Conditions')
	const restrictions = conditions ? samlChildren(conditions, 'AudienceRestriction') : []
	const statements = samlChildren(root, 'AuthnStatement')
	const ends = statements.map(({ attributes }) => readTime(attributes.SessionNotOnOrAfter)).filter((time) => time !== null)
	return {
		id,
		issuer: atMostOne(samlChildren(root, 'Issuer'), 'Issuer')?.text ?? '',
		issuedAt,
		nameId: nameId?.text || null,
		nameIdFormat: nameId?.attributes.Format ?? null,
		confirmations: subject ? readConfirmations(subject) : [],
		notBefore: readTime(conditions?.attributes.NotBefore),
		notOnOrAfter: readTime(conditions?.attributes.NotOnOrAfter),
		audiences: restrictions.map((restriction) => samlChildren(restriction, 'Audience').map(({ text }) => text)),
		authenticated: statements.length > 0,
		sessionNotOnOrAfter: ends.length > 0 ? Math.min(...ends) : null,
		attributes: samlChildren(root, 'AttributeStatement')
			.flatMap((statement) => samlChildren(statement, 'Attribute'))
			.map(readAttribute),
	}
}

/** Returns the claimed issuer of the response or of its assertion. It isn't verified: use it only to choose the keys. */
export const readClaimedIssuer = (root: XmlElement): string | null =>
	[root, ...samlChildren(root, 'Assertion')].flatMap((element) => samlChildren(element, 'Issuer')).map(({ text }) => text)[0] ?? null

/**
 * @param root untrusted input
 * @throws SamlError `refused` if the provider did not sign the user in; otherwise `invalid`
 */
export function readEnvelope(root: XmlElement): SamlEnvelope {
	if (root.uri !== PROTOCOL || root.name !== 'Response' || root.attributes.Version !== '2.0') throw invalidSaml('no response of SAML 2.0')
	const status = atMostOne(findChildElements(root, PROTOCOL, 'Status'), 'Status')
	const code = status && atMostOne(findChildElements(status, PROTOCOL, 'StatusCode'), 'StatusCode')
	const value = code?.attributes.Value ?? ''
	if (value !== SUCCESS) throw new SamlError('refused', `the provider returned the status ${value.slice(0, 100)}`)
	return {
		issuer: atMostOne(samlChildren(root, 'Issuer'), 'Issuer')?.text ?? null,
		destination: root.attributes.Destination ?? null,
		inResponseTo: root.attributes.InResponseTo ?? null,
	}
}
