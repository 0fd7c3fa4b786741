/** Keys of a browser's push subscription: a point of the curve, and sixteen bytes. */
export const pushKeys = (initial = 'a') => ({
  p256dh: 'BD6y-HdwKzRqoBnPCRShV0pm_tWQ6PE61loA22mZO0h1VqiLNM3S3eVMEpjn3OaQE1tYnTJVd-pp2inWSnFWK6M',
  auth: initial.repeat(22),
});
