/**
 * Result of a captcha check. `unreachable`: the provider can't be reached or our own configuration is wrong. The request is
 * refused.
 */
export type CaptchaVerdict = 'passed' | 'refused' | 'unreachable'

/** @param clientAddress IP address of the client */
export type CaptchaCheck = (token: string, clientAddress: string) => Promise<CaptchaVerdict>
