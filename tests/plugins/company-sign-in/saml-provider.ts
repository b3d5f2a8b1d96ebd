import { generateKeyPairSync, randomBytes } from 'node:crypto'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { Constants, IdentityProvider, SamlLib, ServiceProvider, setSchemaValidator } from 'samlify'
import { onTestFinished } from 'vitest'

import { makeCertificate } from '#server/plugins/company-sign-in/build-saml-metadata.ts'
import type { Wire } from '#tests/wire/test-client.ts'

// The library requires an XML schema validator. This one accepts everything, because other tests validate the messages.
setSchemaValidator({ validate: () => Promise.resolve('not checked') })

export const METADATA_PATH = '/auth/v1/sso/saml/metadata'
const NAME_ID_EMAIL = 'urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress'
const NAME_ID_PERSISTENT = 'urn:oasis:names:tc:SAML:2.0:nameid-format:persistent'
const STATEMENT =
	'<saml:AuthnStatement AuthnInstant="{IssueInstant}" SessionIndex="{AssertionID}" SessionNotOnOrAfter="{SessionNotOnOrAfter}"><saml:AuthnContext><saml:AuthnContextClassRef>urn:oasis:names:tc:SAML:2.0:ac:classes:Password</saml:AuthnContextClassRef></saml:AuthnContext></saml:AuthnStatement>'

/** Creates an RSA key and a certificate for it. */
export function makeKey() {
	const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
	const pem = privateKey.export({ format: 'pem', type: 'pkcs8' }).toString()
	return {
		pem,
		certificate: makeCertificate(pem, 'idp.example'),
		pkcs1: privateKey.export({ format: 'der', type: 'pkcs1' }).toString('base64'),
	}
}

/** Shared, because generating a key takes a tenth of a second. */
let usualKey: ReturnType<typeof makeKey> | undefined

/** Values for the response, by the names of the library's template; undefined omits an attribute. */
export type Tags = Record<string, string | undefined>
export type Person = { nameId: string; email: string; name: string }
export type Posted = { SAMLResponse: string; RelayState: string }

export type Options = {
	/** The provider's key; by default one that all these providers share. */
	key?: ReturnType<typeof makeKey>
	/** The origin that the provider claims; by default the one it listens on. */
	origin?: string
	/** The signing key; a forger's differs from the one in the metadata. */
	signer?: ReturnType<typeof makeKey>
	encrypts?: boolean
	/** Encrypts with the signing key if our metadata has no encryption key. */
	encryptsAnyway?: boolean
	signatureAlgorithm?: string
	entityId?: string
	nameIdFormat?: string
	/** Edits the template's XML before it is signed. */
	edit?: (template: string) => string
}

/** Returns our metadata as it would be with encryption. */
const withEncryption = (xml: string) =>
	xml.replace(/<md:KeyDescriptor use="signing">[\s\S]*?<\/md:KeyDescriptor>/, (key) => `${key}${key.replace('"signing"', '"encryption"')}`)

const formOf = (action: string, { SAMLResponse, RelayState }: Posted) =>
	`<form method="post" action="${action}"><input name="SAMLResponse" value="${SAMLResponse}"><input name="RelayState" value="${RelayState}"></form>`

/**
 * Starts an identity provider (samlify) on loopback that has read our metadata; the test acts as the person who signs in. It
 * uses the server's clock.
 */
export async function startSamlProvider(wire: Wire, options: Options = {}) {
	const key = options.key ?? (usualKey ??= makeKey())
	const signer = options.signer ?? key
	const person: Person = { nameId: `person-${randomBytes(4).toString('hex')}`, email: 'jo@corp.example', name: 'Sample Learner' }
	const change: { tags: Tags; groups: string[] } = { tags: {}, groups: ['staff', 'authors'] }
	const told = await (await wire.request(METADATA_PATH)).text()
	const service = ServiceProvider({ metadata: options.encryptsAnyway ? withEncryption(told) : told })
	const acs = service.entityMeta.getAssertionConsumerService('post') as string

	const server = http.createServer((request, response) => {
		const { pathname, search } = new URL(request.url ?? '/', origin)
		const send = (status: number, type: string, body: string) => void response.writeHead(status, { 'content-type': type }).end(body)
		if (pathname === '/metadata') return send(200, 'application/xml', metadata)
		if (pathname !== '/sign-in') return send(404, 'text/plain', '')
		greet(`${origin}${search}`).then(
			(posted) => send(200, 'text/html', formOf(acs, posted)),
			(error: unknown) => send(500, 'text/plain', String(error)),
		)
	})
	server.listen(0, '127.0.0.1')
	await new Promise((resolve) => server.once('listening', resolve))
	onTestFinished(() => void server.close())
	const origin = options.origin ?? `http://127.0.0.1:${(server.address() as AddressInfo).port}`
	const entityId = options.entityId ?? `${origin}/metadata`

	const template = SamlLib.defaultLoginResponseTemplate.context.replace('{AuthnStatement}', STATEMENT)
	const settings = {
		entityID: entityId,
		privateKey: signer.pem,
		isAssertionEncrypted: options.encrypts ?? false,
		wantAuthnRequestsSigned: true,
		messageSigningOrder: 'sign-then-encrypt',
		requestSignatureAlgorithm: options.signatureAlgorithm ?? 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256',
		dataEncryptionAlgorithm: 'http://www.w3.org/2009/xmlenc11#aes256-gcm',
		keyEncryptionAlgorithm: 'http://www.w3.org/2001/04/xmlenc#rsa-oaep-mgf1p',
		nameIDFormat: [options.nameIdFormat ?? NAME_ID_PERSISTENT],
		singleSignOnService: [{ Binding: Constants.namespace.binding.redirect, Location: `${origin}/sign-in` }],
		singleLogoutService: [{ Binding: Constants.namespace.binding.redirect, Location: `${origin}/sign-out` }],
		loginResponseTemplate: {
			context: (options.edit ?? ((text: string) => text))(template),
			attributes: [
				{ name: 'mail', valueTag: 'mail', nameFormat: 'urn:oasis:names:tc:SAML:2.0:attrname-format:basic', valueXsiType: 'xs:string' },
				{
					name: 'displayName',
					valueTag: 'name',
					nameFormat: 'urn:oasis:names:tc:SAML:2.0:attrname-format:basic',
					valueXsiType: 'xs:string',
				},
				{ name: 'groups', valueTag: 'group', nameFormat: 'urn:oasis:names:tc:SAML:2.0:attrname-format:basic', valueXsiType: 'xs:string' },
			],
		},
	}
	const idp = IdentityProvider({ ...settings, signingCert: signer.certificate })
	const metadata = IdentityProvider({ ...settings, signingCert: key.certificate }).getMetadata()

	/**
	 * Signs the person in and responds to a request.
	 * @param requestId undefined for a sign-in that the provider starts
	 */
	async function answer(requestId: string | undefined, relayState: string): Promise<Posted> {
		const now = wire.clock.now().getTime()
		const at = (ms: number) => new Date(now + ms).toISOString()
		const fill = (text: string) => {
			const id = `_${randomBytes(16).toString('hex')}`
			const tags: Tags = {
				ID: `_${randomBytes(16).toString('hex')}`,
				AssertionID: id,
				Destination: acs,
				Audience: service.entityMeta.getEntityID(),
				SubjectRecipient: acs,
				Issuer: entityId,
				IssueInstant: at(0),
				ConditionsNotBefore: at(0),
				ConditionsNotOnOrAfter: at(300_000),
				SubjectConfirmationDataNotOnOrAfter: at(300_000),
				SessionNotOnOrAfter: at(8 * 3_600_000),
				NameIDFormat: options.nameIdFormat ?? NAME_ID_PERSISTENT,
				NameID: options.nameIdFormat === NAME_ID_EMAIL ? person.email : person.nameId,
				InResponseTo: requestId,
				StatusCode: 'urn:oasis:names:tc:SAML:2.0:status:Success',
				attrMail: person.email,
				attrName: person.name,
				attrGroup: change.groups[0],
				...change.tags,
			}
			return { id, context: SamlLib.replaceTagsByValue(text, tags) }
		}
		const made = await idp.createLoginResponse(service, { extract: { request: { id: requestId ?? '' } } }, 'post', person, {
			customTagReplacement: fill,
		} as never)
		return { SAMLResponse: made.context, RelayState: relayState }
	}

	/** Reads our request, whose signature the library checks, and signs the person in. */
	async function greet(url: string): Promise<Posted> {
		const { search, searchParams } = new URL(url)
		const octetString = ['SAMLRequest', 'RelayState', 'SigAlg']
			.map((name) => new RegExp(`[?&](${name}=[^&]*)`).exec(search)?.[1] ?? '')
			.join('&')
		const parsed = await idp.parseLoginRequest(service, 'redirect', { query: Object.fromEntries(searchParams), octetString })
		const request = (parsed.extract as { request: { id: string; destination: string } }).request
		if (request.destination !== `${origin}/sign-in`) throw new Error(`the request is for ${request.destination}`)
		return answer(request.id, searchParams.get('RelayState') ?? '')
	}

	/** Opens the provider's page in the person's browser, which immediately posts a form to us. */
	async function signIn(url: string): Promise<Posted> {
		// A different provider listens at a claimed origin, so its page isn't opened.
		if (options.origin !== undefined) return greet(url)
		const page = await fetch(url)
		const html = await page.text()
		if (page.status !== 200 || !html.includes(`action="${acs}"`)) throw new Error(html)
		const field = (name: string) => new RegExp(`name="${name}" value="([^"]*)"`).exec(html)?.[1] ?? ''
		return { SAMLResponse: field('SAMLResponse'), RelayState: field('RelayState') }
	}

	return { entityId, metadata, metadataUrl: `${origin}/metadata`, origin, person, change, signIn, answer }
}
