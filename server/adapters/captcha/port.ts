/** `unreachable`: no verdict, because the provider can't be reached or our own configuration is wrong. The request is refused. */
export type CaptchaVerdict = 'passed' | 'refused' | 'unreachable'

/**
 * Verifies a captcha token with the provider.
 * @param clientAddress IP address of the client
 */
export type CaptchaCheck = (token: string, clientAddress: string) => Promise<CaptchaVerdict>
